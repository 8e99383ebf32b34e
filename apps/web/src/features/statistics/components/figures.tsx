import { Box } from '@mantine/core';
import type { OrganisationStatistics } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { worklistAddress } from '../../../domain/requests/worklist-address.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';

/** A count that links to its rows; plain text for 0. */
export function Counted({ count, to, label }: { count: number; to: string; label: string }) {
  const formats = useFormats();
  const text = formats.number(count);
  if (count === 0) return <>{text}</>;
  return (
    <Link to={to} aria-label={`${label} ${text}`}>
      {text}
    </Link>
  );
}

function Figure({ label, children, hint }: { label: string; children: ReactNode; hint?: string }) {
  return (
    <div className={layout['card']}>
      <dt>{label}</dt>
      <Box component="dd" fz="1.75rem" fw={600}>
        {children}
      </Box>
      {hint === undefined ? null : <dd className={layout['small']}>{hint}</dd>}
    </div>
  );
}

export function Figures({ figures }: { figures: OrganisationStatistics }) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const { from, to, received, closed, medianDays, p90Days, ratings } = figures;
  const days = (count: number | null) =>
    count === null ? t('figures.none') : t('figures.days', { count });
  return (
    <Columns min={150} component="dl">
      <Figure label={t('figures.received')}>
        <Counted
          count={received}
          label={t('figures.received')}
          to={worklistAddress({ assignedSince: from, assignedUntil: to })}
        />
      </Figure>
      <Figure label={t('figures.closed')}>
        <Counted
          count={closed}
          label={t('figures.closed')}
          to={worklistAddress({ closedSince: from, closedUntil: to })}
        />
      </Figure>
      <Figure label={t('figures.median')} hint={t('figures.medianHint')}>
        {days(medianDays)}
      </Figure>
      <Figure label={t('figures.p90')} hint={t('figures.p90Hint')}>
        {days(p90Days)}
      </Figure>
      <Figure label={t('figures.rating')} hint={t('figures.ratings', { count: ratings.count })}>
        {ratings.average === null
          ? t('figures.none')
          : t('figures.ofFive', { value: formats.number(ratings.average, 1) })}
      </Figure>
    </Columns>
  );
}
