import { Button } from '@mantine/core';
import type { GeneralRefusal } from '@wasl/premium';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import { BoundNumber, BoundSelect, type Choice } from '../../../ui/form/index.ts';
import type { Typed } from '../forms/faults.ts';
import type { ChartRow } from './chart-rows.ts';
import { Gaps } from './ineligible.tsx';
import { PremiumChart } from './premium-chart.tsx';
import styles from './simulators.module.css';

export interface WhatIfValues {
  jobs: Typed;
  women: Typed;
  place: string | null;
  sector: string | null;
  industry: string | null;
}

export type WhatIfOutcome =
  | { kind: 'granted'; rate: number; millions: number; rows: readonly ChartRow[] }
  | { kind: 'refused'; routes: GeneralRefusal['routes'] }
  | { kind: 'invalid' };

/** Changes tried beside the result, computed here at once; the saved result stays as it is. */
export function WhatIf({
  start,
  lists,
  saved,
  evaluate,
  needsIndustry,
}: {
  start: WhatIfValues;
  lists: { places: readonly Choice[]; sectors: readonly Choice[]; industries: readonly Choice[] };
  saved: { rate: number; millions: number };
  evaluate: (values: WhatIfValues) => WhatIfOutcome;
  needsIndustry: (sector: string | null) => boolean;
}) {
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const titleId = useId();
  const form = useForm<WhatIfValues>({ defaultValues: start, shouldFocusError: false });
  const values = form.watch();
  const outcome = evaluate(values);
  const signed = (difference: number, text: string) => (difference > 0 ? `+${text}` : text);
  const rateChange = outcome.kind === 'granted' ? outcome.rate - saved.rate : 0;
  const amountChange =
    outcome.kind === 'granted' ? Math.round((outcome.millions - saved.millions) * 1e6) : 0;
  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('whatIf.title')}</h3>
      <p className={styles['note']}>{t('whatIf.lead')}</p>
      <FormProvider {...form}>
        <div className={styles['fields']}>
          <BoundNumber<WhatIfValues> name="jobs" label={t('whatIf.jobs')} min={0} />
          <BoundNumber<WhatIfValues> name="women" label={t('whatIf.women')} min={0} decimals={2} />
          <BoundSelect<WhatIfValues>
            name="place"
            label={t('whatIf.place')}
            choices={lists.places}
          />
          <BoundSelect<WhatIfValues>
            name="sector"
            label={t('whatIf.sector')}
            choices={lists.sectors}
          />
          {needsIndustry(values.sector) ? (
            <BoundSelect<WhatIfValues>
              name="industry"
              label={t('fields.typeIndustrie')}
              choices={lists.industries}
            />
          ) : null}
        </div>
      </FormProvider>
      <div role="status" className={styles['dialog']}>
        {outcome.kind === 'granted' ? (
          <p className={styles['total']}>
            <strong>
              <bdi>{formats.percent(outcome.rate)}</bdi> ·{' '}
              <bdi>{formats.millions(outcome.millions * 1e6, 2)}</bdi>
            </strong>
            <span>
              {rateChange === 0 && amountChange === 0
                ? t('whatIf.same')
                : t('whatIf.change', {
                    rate: signed(rateChange, formats.percent(rateChange)),
                    amount: signed(amountChange, formats.millions(amountChange, 2)),
                  })}
            </span>
          </p>
        ) : null}
        {outcome.kind === 'refused' ? (
          <div>
            <p>{t('whatIf.refused')}</p>
            <Gaps routes={outcome.routes} />
          </div>
        ) : null}
        {outcome.kind === 'invalid' ? <p>{t('whatIf.invalid')}</p> : null}
      </div>
      {outcome.kind === 'granted' ? (
        <PremiumChart rows={outcome.rows} caption={t('whatIf.chart')} />
      ) : null}
      <div>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            form.reset(start);
          }}
        >
          {t('whatIf.reset')}
        </Button>
      </div>
    </section>
  );
}
