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
  // Not in the specification: the beneficiary withdrew it.
  'RETIREE',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/**
 * Consent of the beneficiary to a request that an organisation filed. NOT_NEEDED: the beneficiary's own request, or
 * filed by an organisation that they know. Organisations see only requests that are NOT_NEEDED or GIVEN.
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
  // Not in the specification: the organisation declined it, and another one is sought.
  'DECLINED',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** Statuses that a partner may set. */
export const settableStepStatuses = ['IN_PROGRESS', 'PROCESSED', 'BLOCKED'] as const;
export type SettableStepStatus = (typeof settableStepStatuses)[number];
