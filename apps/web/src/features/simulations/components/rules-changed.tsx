import { type RuleSet, versionLabel } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useAmount } from './amount.ts';
import type { Outcome } from './effect.ts';

/** For a simulation with earlier rules: says so, and shows the result by today's rules. */
export function RulesChanged({
  then,
  today,
  outcomeOf,
}: {
  then: Outcome & { readonly ruleSet: RuleSet };
  today: RuleSet;
  /** Result by today's rules; null when they grant nothing or no longer support the form. */
  outcomeOf: () => Outcome | null;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount } = useAmount();
  if (then.ruleSet.version === today.version) return null;
  const now = outcomeOf();
  const line = (ruleSet: RuleSet, { rate, millions }: Outcome) => ({
    version: isolated(versionLabel(ruleSet)),
    rate: formats.percent(rate),
    amount: amount(Math.round(millions * 1e6)),
  });
  return (
    <Banner tone="info" title={t('changed.title')}>
      <p>{t('changed.then', line(then.ruleSet, then))}</p>
      <p>
        {now === null
          ? t('changed.nothing', { version: isolated(versionLabel(today)) })
          : t('changed.now', line(today, now))}
      </p>
    </Banner>
  );
}
