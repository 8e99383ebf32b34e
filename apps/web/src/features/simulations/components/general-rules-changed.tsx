import { type GeneralRuleSet, simulateGeneral } from '@wasl/premium';

import type { GeneralAnswer } from '../forms/answers.ts';
import { generalFormOf, type GeneralValues } from '../forms/general-values.ts';
import { RulesChanged } from './rules-changed.tsx';

/** What today's rules come to for a simulation that earlier ones computed. */
export default function GeneralRulesChanged({
  answer,
  values,
  today,
}: {
  answer: GeneralAnswer;
  values: GeneralValues;
  today: GeneralRuleSet;
}) {
  const { tauxPrimeTotale: rate, montantPrimeTotale: millions } = answer.result;
  return (
    <RulesChanged
      then={{ ruleSet: answer.ruleSet, rate, millions }}
      today={today}
      outcomeOf={() => {
        const outcome = simulateGeneral(generalFormOf(values, today), today);
        return outcome.kind === 'granted'
          ? { rate: outcome.result.tauxPrimeTotale, millions: outcome.result.montantPrimeTotale }
          : null;
      }}
    />
  );
}
