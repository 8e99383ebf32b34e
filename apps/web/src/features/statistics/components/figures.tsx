import { Box } from '@mantine/core';
import type { OrganisationStatistics } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { worklistAddress } from '../../../domain/requests/worklist-address.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useMonths } from './use-months.ts';

/** A count that links to its rows; plain text for 0 and for rows without a link. */
export function Counted({ count, to, label }: { count: number; to: string | null; label: string }) {
  const formats = useFormats();
  const text = formats.number(count);
  if (count === 0 || to === null) return <>{text}</>;
  return (
    <Link to={to} aria-label={`${label} ${text}`}>
      {text}
    </Link>
  );
}

/** Median days that link to the closed steps; plain text without any. */
export function MedianDays({ days, to }: { days: number | null; to: string | null }) {
  const { t } = useTranslation('statistics');
  if (days === null) return <>{t('figures.none')}</>;
  const text = t('figures.days', { count: days });
  if (to === null) return <>{text}</>;
  return (
    <Link to={to} aria-label={`${t('figures.median')} ${text}`}>
      {text}
    </Link>
  );
}

function Figure({
  label,
  children,
  hint,
  before,
}: {
  label: string;
  children: ReactNode;
  hint?: string;
  /** The same figure of the month before. */
  before: string | null;
}) {
  return (
    <div className={layout['card']}>
      <dt>{label}</dt>
      <Box component="dd" fz="1.75rem" fw={600}>
        {children}
      </Box>
      {before === null ? null : <dd className={layout['small']}>{before}</dd>}
      {hint === undefined ? null : <dd className={layout['small']}>{hint}</dd>}
    </div>
  );
}

/** The figures of a period; for a month, each with that of the month before. */
export function Figures({
  figures,
  before,
}: {
  figures: OrganisationStatistics;
  /** Undefined while it loads, and for longer periods. */
  before: OrganisationStatistics | undefined;
}) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const inMonths = useMonths();
  const { from, to, received, closed, medianDays, p90Days, ratings } = figures;
  const days = (count: number | null) =>
    count === null ? t('figures.none') : t('figures.days', { count });
  const rating = ({ average }: OrganisationStatistics['ratings']) =>
    average === null
      ? t('figures.none')
      : t('figures.ofFive', { value: formats.number(average, 1) });
  const earlier = (textOf: (month: OrganisationStatistics) => string) =>
    before === undefined
      ? null
      : t('figures.before', { month: inMonths(before.from, before.to), value: textOf(before) });
  return (
    <Columns min={150} component="dl">
      <Figure
        label={t('figures.received')}
        before={earlier((month) => formats.number(month.received))}
      >
        <Counted
          count={received}
          label={t('figures.received')}
          to={worklistAddress({ assignedSince: from, assignedUntil: to })}
        />
      </Figure>
      <Figure label={t('figures.closed')} before={earlier((month) => formats.number(month.closed))}>
        <Counted
          count={closed}
          label={t('figures.closed')}
          to={worklistAddress({ closedSince: from, closedUntil: to })}
        />
      </Figure>
      <Figure
        label={t('figures.median')}
        hint={t('figures.medianHint')}
        before={earlier((month) => days(month.medianDays))}
      >
        {days(medianDays)}
      </Figure>
      <Figure
        label={t('figures.p90')}
        hint={t('figures.p90Hint')}
        before={earlier((month) => days(month.p90Days))}
      >
        {days(p90Days)}
      </Figure>
      <Figure
        label={t('figures.rating')}
        hint={t('figures.ratings', { count: ratings.count })}
        before={earlier((month) => rating(month.ratings))}
      >
        {rating(ratings)}
      </Figure>
    </Columns>
  );
}
