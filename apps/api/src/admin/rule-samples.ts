import {
  simulateGeneral,
  simulateNordev,
  type GeneralRuleSet,
  type NordevRuleSet,
  type RuleSet,
} from '@wasl/premium';
import { randomGeneralForms, randomNordevForms } from '@wasl/premium/sample-forms';

/** Premium of one project under a rule set in millions of MAD; null where it is refused or unreadable. */
type Grant = number | null;

/** A fixed seed makes comparisons comparable. */
const seed = 2026;

function grantsOf(before: RuleSet, after: RuleSet, count: number): [Grant, Grant][] {
  const times = Array.from({ length: count });
  if (before.scheme === 'general' && after.scheme === 'general') {
    const grant = (form: Parameters<typeof simulateGeneral>[0], set: GeneralRuleSet): Grant => {
      const outcome = simulateGeneral(form, set);
      return outcome.kind === 'granted' ? outcome.result.montantPrimeTotale : null;
    };
    const draw = randomGeneralForms(seed, before);
    return times.map(() => {
      const form = draw();
      return [grant(form, before), grant(form, after)];
    });
  }
  if (before.scheme === 'nordev' && after.scheme === 'nordev') {
    const grant = (form: Parameters<typeof simulateNordev>[0], set: NordevRuleSet): Grant => {
      const outcome = simulateNordev(form, set);
      return outcome.kind === 'granted' ? outcome.result.montant : null;
    };
    const draw = randomNordevForms(seed, before);
    return times.map(() => {
      const form = draw();
      return [grant(form, before), grant(form, after)];
    });
  }
  throw new TypeError('two rule sets of one scheme are compared');
}

const millions = (amount: number): string => `${amount.toFixed(2)} M MAD`;

/**
 * Compares two rule sets on sample projects. Sizes, sectors, places and answers are drawn evenly, so real frequencies differ.
 * @returns lines for a terminal
 */
export function compareOnSamples(before: RuleSet, after: RuleSet, count: number): string[] {
  const pairs = grantsOf(before, after, count);
  const both = pairs.flatMap(([old, now]) => (old === null || now === null ? [] : [now - old]));
  const more = both.filter((by) => by > 0);
  const less = both.filter((by) => by < 0);
  const total = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + (pair[of] ?? 0), 0);
  return [
    `Of ${String(count)} projects drawn evenly over sizes, sectors, places and answers:`,
    `  ${String(pairs.filter(([old, now]) => old === now).length)} are granted the same or refused as before`,
    `  ${String(more.length)} are granted more${more.length > 0 ? `, ${millions(Math.max(...more))} at most` : ''}`,
    `  ${String(less.length)} are granted less${less.length > 0 ? `, ${millions(-Math.min(...less))} at most` : ''}`,
    `  ${String(pairs.filter(([old, now]) => old === null && now !== null).length)} are granted that were refused`,
    `  ${String(pairs.filter(([old, now]) => old !== null && now === null).length)} are refused that were granted`,
    `  all of them together: ${millions(total(0))} → ${millions(total(1))}`,
  ];
}
