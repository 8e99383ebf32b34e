import { type NordevRuleSet, simulateNordev } from '@wasl/premium';

import type { NordevAnswer } from '../forms/answers.ts';
import { nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import { RulesChanged } from './rules-changed.tsx';

/** What today's rules come to for a simulation that earlier ones computed. */
export default function NordevRulesChanged({
  answer,
  values,
  today,
}: {
  answer: NordevAnswer;
  values: NordevValues;
  today: NordevRuleSet;
}) {
  const { tauxRetenu: rate, montant: millions } = answer.result;
  return (
    <RulesChanged
      then={{ ruleSet: answer.ruleSet, rate, millions }}
      today={today}
      outcomeOf={() => {
        const outcome = simulateNordev(nordevFormOf(values), today);
        return outcome.kind === 'granted'
          ? { rate: outcome.result.tauxRetenu, millions: outcome.result.montant }
          : null;
      }}
    />
  );
}
