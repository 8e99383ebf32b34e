/** Codes of the STATUS list (specification §4). */
export const requestStatuses = [
  'NOUVEAU',
  'SUPPRIME',
  'EN COURS DE QUALIFICATION',
  'ENTAME',
  'A_REFOURMULER',
  'EN_COURS_DE_CREATION',
  'DEMANDE_TRAITE',
  'EN_ATTENTE',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Codes of the PROCESSING_STEP_STATUS list. */
export const stepStatuses = [
  'ASSIGNED',
  'IN_PROGRESS',
  'PROCESSED',
  'BLOCKED',
  'REJECTED',
  'NOT_STARTED',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What a partner may set. */
export const settableStepStatuses = ['IN_PROGRESS', 'PROCESSED', 'BLOCKED'] as const;
export type SettableStepStatus = (typeof settableStepStatuses)[number];
