import type { CeilingDetail, Details } from './explanation.ts';
import type { RuleSet } from './rules/types.ts';

/** NORDEV premiums outside of the common ceiling. */
const BEYOND_COMMON = new Set(['primeTerritorialePercent', 'primeConvergencePercent']);

function isOver({ key }: CeilingDetail, premium: string): boolean {
  // The ceiling on private land limits the base, not a rate.
  if (key === 'foncierPrive') return false;
  return key !== 'sommePrimeCommuneRetenue' || !BEYOND_COMMON.has(premium);
}

/**
 * The first ceiling over a premium that is already reached: a better rate of that premium adds nothing to the amount.
 * Null while there is room under each.
 */
export function ceilingReachedOver({ ceilings }: Details, premium: string): CeilingDetail | null {
  return ceilings.find((one) => isOver(one, premium) && one.before >= one.limit) ?? null;
}

/**
 * Whether a rule set's rates are unpublished defaults: NORDEV sets whose version ends in `-default`. Screens and
 * reports must show it.
 */
export function hasIndicativeRates({ scheme, version }: Pick<RuleSet, 'scheme' | 'version'>) {
  return scheme === 'nordev' && version.endsWith('-default');
}

/** Whether the rule set ships with the product: its source is then translated. */
export function isShipped({ version }: Pick<RuleSet, 'version'>) {
  return version === '2026-default';
}

/** Display version of a rule set: `2026-default` is 2026. */
export function versionLabel({ version }: Pick<RuleSet, 'version'>) {
  return version.replace(/-default$/, '');
}
