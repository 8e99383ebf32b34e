import type { CeilingDetail, Details } from './explanation.ts';
import type { RuleSet } from './rules/types.ts';

/** The premiums of NORDEV that stand outside of the common ceiling. */
const BEYOND_COMMON = new Set(['primeTerritorialePercent', 'primeConvergencePercent']);

function isOver({ key }: CeilingDetail, premium: string): boolean {
  // The ceiling on private land bounds the base, not a rate.
  if (key === 'foncierPrive') return false;
  return key !== 'sommePrimeCommuneRetenue' || !BEYOND_COMMON.has(premium);
}

/**
 * The first ceiling that is already reached over a premium, by the name of its member: a better
 * rate of that premium adds nothing to the amount. Null while there is room under each.
 */
export function ceilingReachedOver({ ceilings }: Details, premium: string): CeilingDetail | null {
  return ceilings.find((one) => isOver(one, premium) && one.before >= one.limit) ?? null;
}

/**
 * True where a rule set's rates are defaults of our own and not published ones: the NORDEV sets
 * whose version ends in `-default`. The screens and the reports must say so.
 */
export function hasIndicativeRates({ scheme, version }: Pick<RuleSet, 'scheme' | 'version'>) {
  return scheme === 'nordev' && version.endsWith('-default');
}

/** True for the rule sets that come with the product: their source is said in the reader's language. */
export function isShipped({ version }: Pick<RuleSet, 'version'>) {
  return version === '2026-default';
}

/** A rule set's version as people read it: `2026-default` is 2026. */
export function versionLabel({ version }: Pick<RuleSet, 'version'>) {
  return version.replace(/-default$/, '');
}
