import { liveNordev, type NordevRuleSet } from '@wasl/premium';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import { useAmount } from './amount.ts';
import styles from './simulations.module.css';

/** NORDEV's result for the answers so far. */
export default function LiveFigure({
  ruleSet,
  waiting,
}: {
  ruleSet: NordevRuleSet;
  /** Shown while the investment is invalid. */
  waiting: ReactNode;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount } = useAmount();
  const result = liveNordev(nordevFormOf(useFormContext<NordevValues>().watch()), ruleSet);
  if (result === null) return waiting;
  return (
    <p className={styles['total']} role="status">
      <span>{t('live.nordev')}</span>
      <strong>
        <bdi>{amount(Math.round(result.montant * 1e6))}</bdi> ·{' '}
        <bdi>{formats.percent(result.tauxRetenu)}</bdi>
      </strong>
    </p>
  );
}
