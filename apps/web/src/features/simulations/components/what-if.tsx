import { Button, Group, Progress, Stack } from '@mantine/core';
import type { GeneralRefusal, PremiumDetail } from '@wasl/premium';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Progress.css';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { BoundNumber, BoundSelect, DraftNotice, type Choice } from '../../../ui/form/index.ts';
import type { OtherNames } from '../../../ui/form/choice-search.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import tones from '../../../ui/tones.module.css';
import type { Typed } from '../forms/faults.ts';
import { JobsField } from '../forms/project-fields.tsx';
import { useAmount } from './amount.ts';
import { type Outcome, useGain } from './effect.ts';
import { Gaps } from './ineligible.tsx';
import type { PremiumKey } from './explanation.ts';

export interface WhatIfValues {
  jobs: Typed;
  women: Typed;
  place: string | null;
  sector: string | null;
  industry: string | null;
  integration: Typed;
}

export type WhatIfOutcome =
  | ({ kind: 'granted'; premiums: readonly PremiumDetail[] } & Outcome)
  | { kind: 'refused'; routes: GeneralRefusal['routes'] }
  | { kind: 'invalid' };

type Granted = Extract<WhatIfOutcome, { kind: 'granted' }>;

/** Tries changes next to the result, computed locally; the saved result is unchanged. */
export function WhatIf({
  start,
  lists,
  saved,
  limit,
  placeNames,
  womenLabel,
  evaluate,
  needsIndustry,
}: {
  start: WhatIfValues;
  lists: { places: readonly Choice[]; sectors: readonly Choice[]; industries: readonly Choice[] };
  saved: Omit<Granted, 'kind'>;
  /** Ceiling of the rate in percent. */
  limit: number;
  placeNames: OtherNames;
  /** Label of the women's payroll with its period, a month or a year. */
  womenLabel: string;
  evaluate: (values: WhatIfValues) => WhatIfOutcome;
  needsIndustry: (sector: string | null) => boolean;
}) {
  const { t } = useTranslation('simulations');
  const form = useForm<WhatIfValues>({ defaultValues: start, shouldFocusError: false });
  const draft = useFormDraft(form, 'what-if');
  const values = form.watch();
  const outcome = evaluate(values);
  return (
    <>
      <p className={layout['small']}>{t('whatIf.lead')}</p>
      {/* A draft made for another result is not offered. */}
      {draft.hasChanged ? null : <DraftNotice draft={draft} />}
      <Columns min={320}>
        <FormProvider {...form}>
          <Columns min={190}>
            <JobsField<WhatIfValues> name="jobs" label={t('whatIf.jobs')} />
            <BoundNumber<WhatIfValues>
              name="women"
              label={womenLabel}
              kind="amount"
              unit={t('units.mad')}
            />
            <BoundSelect<WhatIfValues>
              name="place"
              label={t('whatIf.place')}
              choices={lists.places}
              otherNames={placeNames}
            />
            <BoundSelect<WhatIfValues>
              name="sector"
              label={t('whatIf.sector')}
              choices={lists.sectors}
            />
            {needsIndustry(values.sector) ? (
              <>
                <BoundSelect<WhatIfValues>
                  name="industry"
                  label={t('fields.typeIndustrie')}
                  choices={lists.industries}
                />
                <BoundNumber<WhatIfValues>
                  name="integration"
                  label={t('fields.tauxIntegrationLocale')}
                  kind="percent"
                  unit="%"
                />
              </>
            ) : null}
            <div>
              <Button variant="default" size="sm" onClick={() => form.reset(start)}>
                {t('whatIf.reset')}
              </Button>
            </div>
          </Columns>
        </FormProvider>
        <Stack
          role="status"
          className={`${layout['box'] ?? ''} ${tones['info'] ?? ''}`}
          bd="0"
          gap="sm"
        >
          {outcome.kind === 'granted' ? (
            <Comparison saved={saved} now={outcome} limit={limit} />
          ) : null}
          {outcome.kind === 'refused' ? (
            <>
              <p>{t('whatIf.refused')}</p>
              <Gaps routes={outcome.routes} />
            </>
          ) : null}
          {outcome.kind === 'invalid' ? <p>{t('whatIf.invalid')}</p> : null}
        </Stack>
      </Columns>
    </>
  );
}

function Comparison({
  saved,
  now,
  limit,
}: {
  saved: Omit<Granted, 'kind'>;
  now: Granted;
  limit: number;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount } = useAmount();
  const gainOf = useGain();
  const scale = Math.max(limit, saved.rate, now.rate, 1);
  const dirhamChange = Math.round((now.millions - saved.millions) * 1e6);
  const signed = (difference: number, text: string) => (difference > 0 ? `+${text}` : text);
  const changed = now.premiums.flatMap((premium) => {
    const before = saved.premiums.find(({ key }) => key === premium.key);
    return before === undefined || before.rate === premium.rate ? [] : [{ before, premium }];
  });
  const lines = [
    { label: t('whatIf.saved'), isNow: false, ...saved },
    { label: t('whatIf.now'), isNow: true, ...now },
  ];
  return (
    <>
      <Stack gap={10}>
        {lines.map(({ label, isNow, rate, millions }) => (
          <Group key={label} gap="4px 12px" justify="space-between">
            <span>{label}</span>
            <strong>
              <bdi>{formats.percent(rate)}</bdi> · <bdi>{amount(Math.round(millions * 1e6))}</bdi>
            </strong>
            <Progress
              w="100%"
              size={12}
              bg="var(--wasl-surface)"
              color={isNow ? 'var(--wasl-primary)' : 'var(--wasl-border-strong)'}
              value={(rate / scale) * 100}
              aria-hidden
            />
          </Group>
        ))}
      </Stack>
      <p>
        {now.rate === saved.rate && dirhamChange === 0
          ? t('whatIf.same')
          : t('whatIf.change', {
              gain: gainOf(saved.rate, now.rate),
              amount: signed(dirhamChange, amount(dirhamChange)),
            })}
      </p>
      {changed.length === 0 ? null : (
        <ul className={layout['bullets']}>
          {changed.map(({ before, premium }) => (
            <li key={premium.key}>
              {t('whatIf.changed', {
                name: t(`premiums.${premium.key as PremiumKey}`),
                from: formats.percent(before.rate),
                to: formats.percent(premium.rate),
                gain: gainOf(before.rate, premium.rate),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
