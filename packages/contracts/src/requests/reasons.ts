import { organisationReasons } from '../processing/step-ends.ts';
import { withdrawalReasons } from './withdrawal.ts';

/** Every reason of a list. Their words are in `words/`, under `reasons`. */
export const reasons = [...withdrawalReasons, ...organisationReasons] as const;
export type Reason = (typeof reasons)[number];
