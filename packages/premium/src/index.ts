export {
  isSmallAmount,
  MAX_AMOUNT_DIRHAMS,
  MAX_JOBS,
  readCentimes,
  toDirhams,
  toMillions,
} from './amount.ts';
export type { Amount } from './amount.ts';
export { ceilingReachedOver, hasIndicativeRates, isShipped, versionLabel } from './ceilings.ts';
export { chartRows, generalChart, nordevChart } from './chart-rows.ts';
export type { ChartRow, PremiumGroup } from './chart-rows.ts';
export type {
  CeilingDetail,
  Details,
  NearestChange,
  PremiumDetail,
  PremiumRule,
  ThresholdPart,
} from './explanation.ts';
export { ISSUE_CODES } from './form.ts';
export type { CodeRef, Issue, IssueCode, YesNo } from './form.ts';
export type { AmountGap, GeneralRefusal, JobsGap } from './general/eligibility.ts';
export { generalIssues, needsIndustry } from './general/form.ts';
export type { CapexForm, GeneralForm, LandForm, LandType } from './general/form.ts';
export { annualOf, capexOf, liveRefusal } from './general/live.ts';
export type { LiveCapex } from './general/live.ts';
export { simulateGeneral } from './general/simulate.ts';
export type {
  BaseDetail,
  GeneralDetails,
  GeneralOutcome,
  GeneralResult,
} from './general/simulate.ts';
export { nordevIssues } from './nordev/form.ts';
export type { NordevForm } from './nordev/form.ts';
export { liveNordev } from './nordev/live.ts';
export { simulateNordev } from './nordev/simulate.ts';
export type { NordevOutcome, NordevResult } from './nordev/simulate.ts';
export { inForce } from './rules/in-force.ts';
export { industries, places, sectors } from './rules/lists.ts';
export type { ListedFigure, ListedPlace } from './rules/lists.ts';
export * from './rules/types.ts';
