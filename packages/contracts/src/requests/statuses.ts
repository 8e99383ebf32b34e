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
  // Ours: the beneficiary took it back.
  'RETIREE',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/**
 * Whether the beneficiary agreed to a request that an organisation filed for them. NOT_NEEDED: it was theirs, or of an
 * organisation that knew them. Organisations know of what is NOT_NEEDED or GIVEN, and of nothing else.
 */
export const agreements = ['NOT_NEEDED', 'WAITING', 'GIVEN', 'REFUSED', 'WITHDRAWN'] as const;
export type Agreement = (typeof agreements)[number];

/** Codes of the PROCESSING_STEP_STATUS list. */
export const stepStatuses = [
  'ASSIGNED',
  'IN_PROGRESS',
  'PROCESSED',
  'BLOCKED',
  'REJECTED',
  'NOT_STARTED',
  // Ours: the organisation gave it up, and another one is looked for.
  'DECLINED',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What a partner may set. */
export const settableStepStatuses = ['IN_PROGRESS', 'PROCESSED', 'BLOCKED'] as const;
export type SettableStepStatus = (typeof settableStepStatuses)[number];
