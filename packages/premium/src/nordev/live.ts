import type { NordevRuleSet } from '../rules/types.ts';
import { type NordevForm, readNordevForm } from './form.ts';
import { computeNordev, type NordevResult } from './simulate.ts';

/**
 * Result of an unfinished form; null without an amount to invest. An empty or invalid amount counts as 0, and an
 * unanswered question as no. An open category counts as a very small business. An open place has no premium.
 */
export function liveNordev(form: NordevForm, ruleSet: NordevRuleSet): NordevResult | null {
  const { input, issues } = readNordevForm(form, ruleSet);
  if (issues.some(({ path }) => path === 'montantTotalInvestissement')) return null;
  return computeNordev(input, ruleSet).result;
}
