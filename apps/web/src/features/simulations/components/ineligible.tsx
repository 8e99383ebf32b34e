import { Box, Group, Stack } from '@mantine/core';
import type { AmountGap, GeneralRefusal, JobsGap } from '@wasl/premium';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useBounds } from './explanation.ts';

export type Routes = GeneralRefusal['routes'];

/** Rounded to two decimals, the value would equal its bound. */
const isClose = ({ limit, value }: AmountGap) => Math.abs(limit - value) < 10_000;

/** One condition of a route: whether it is met, its requirement, and the missing amount. */
function Condition({ text, missing }: { text: string; missing: string | null }) {
  const Icon = missing === null ? IconCircleCheck : IconCircleX;
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start">
      <Icon size={20} color={`var(--wasl-${missing === null ? 'done' : 'danger'})`} aria-hidden />
      <div>
        {text}
        {missing === null ? null : (
          <Box component="p" c="var(--wasl-danger)" fw={600}>
            {missing}
          </Box>
        )}
      </div>
    </Group>
  );
}

export function Gaps({ routes }: { routes: Routes }) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const boundsOf = useBounds();
  const bound = ({ operator, limit }: AmountGap | JobsGap, show: (value: number) => string) =>
    boundsOf(operator === '>' ? { gt: limit } : { gte: limit }, show);
  const exactMillions = (value: number) => formats.millions(value, 6);
  const jobs = (gap: JobsGap) => (
    <Condition
      text={t('ineligible.jobsNow', {
        value: formats.number(gap.value),
        bound: bound(gap, formats.number),
      })}
      missing={gap.missing === 0 ? null : t('ineligible.jobs', { count: gap.missing })}
    />
  );
  const missingCapex = ({ operator, limit, value, missingCentimes }: AmountGap) => {
    const short = limit - value;
    // The last centime towards an exclusive bound is shown only when it is all that is missing.
    if (short < 100_000) {
      return t('ineligible.capex', { amount: formats.dirhams(missingCentimes / 100) });
    }
    const amount = exactMillions(short);
    return operator === '>'
      ? t('ineligible.capexAbove', { amount })
      : t('ineligible.capex', { amount });
  };
  const [byCapex, byJobs] = routes;
  return (
    <Stack>
      <Stack component="section" className={layout['sunken']} gap={6} c="var(--wasl-text)">
        <h3>{t('ineligible.routeCapex')}</h3>
        <ul>
          <Condition
            text={t('ineligible.capexNow', {
              value: formats.millions(byCapex.capex.value, isClose(byCapex.capex) ? 6 : 2),
              bound: bound(byCapex.capex, exactMillions),
            })}
            missing={byCapex.capex.missingCentimes === 0 ? null : missingCapex(byCapex.capex)}
          />
          {jobs(byCapex.effectif)}
        </ul>
      </Stack>
      <Stack component="section" className={layout['sunken']} gap={6} c="var(--wasl-text)">
        <h3>{t('ineligible.routeJobs')}</h3>
        <ul>{jobs(byJobs.effectif)}</ul>
      </Stack>
    </Stack>
  );
}
