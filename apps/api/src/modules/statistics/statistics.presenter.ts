import { dayOf, openAges, type Lang, type OrganisationStatistics } from '@wasl/contracts';

import type { TableCell } from '../../platform/spreadsheets/table-stream.ts';
import { labelOf } from '../reference/index.ts';
import type { Figures } from './statistics.repository.ts';
import type { CountedPeriod } from './rules/counted-period.ts';
import type { StatisticsTranslate } from './words/index.ts';

/** Presents the figures with labels in the reader's language. Empty months are included. */
export function presentStatistics(
  figures: Figures,
  { from, to, months }: CountedPeriod,
  lang: Lang,
): OrganisationStatistics {
  const byMonth = new Map(figures.months.map((row) => [row.month, row]));
  const given = figures.stars.reduce((sum, count) => sum + count, 0);
  const stars = figures.stars.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return {
    from,
    to,
    received: figures.received,
    closed: figures.closed,
    medianDays: figures.medianDays,
    p90Days: figures.p90Days,
    open: openAges.map((age) => ({ age, count: figures.open[age] })),
    months: months.map(({ month, from: first, to: last }, index) => ({
      month,
      from: first,
      to: last,
      received: byMonth.get(index)?.received ?? 0,
      closed: byMonth.get(index)?.closed ?? 0,
    })),
    services: figures.services.map(({ service, received, closed, medianDays, open }) => ({
      service: { code: service.code, libelle: labelOf(service, lang) },
      received,
      closed,
      medianDays,
      open,
    })),
    colleagues: figures.colleagues.map(({ id, name, received, closed, medianDays, open }) => ({
      id,
      name,
      received,
      closed,
      medianDays,
      open,
    })),
    ratings: {
      count: given,
      average: given === 0 ? null : Math.round((stars / given) * 10) / 10,
      stars: [...figures.stars],
      words: figures.words.map(({ stars: count, text, at, numRequest, stepId }) => ({
        stars: count,
        text,
        on: dayOf(new Date(at)),
        numRequest,
        stepId,
      })),
    },
  };
}

/** The figures as table rows with the columns `statisticsColumns`: total, months, services and colleagues. */
export function statisticsRows(
  { received, closed, medianDays, p90Days, open, ...parts }: OrganisationStatistics,
  t: StatisticsTranslate,
): TableCell[][] {
  const waiting = open.reduce((sum, { count }) => sum + count, 0);
  return [
    [t('part.whole'), '', received, closed, medianDays, p90Days, waiting],
    ...parts.months.map((row) => [
      t('part.month'),
      row.month,
      row.received,
      row.closed,
      null,
      null,
      null,
    ]),
    ...parts.services.map((row) => [
      t('part.service'),
      row.service.libelle,
      row.received,
      row.closed,
      row.medianDays,
      null,
      row.open,
    ]),
    ...parts.colleagues.map((row) => [
      t('part.colleague'),
      row.name ?? t('gone'),
      row.received,
      row.closed,
      row.medianDays,
      null,
      row.open,
    ]),
    ...open.map(({ age, count }) => [
      t('part.open'),
      t(`age.${age}`),
      null,
      null,
      null,
      null,
      count,
    ]),
    ...parts.ratings.stars.map((count, index) => [
      t('part.rating'),
      '★'.repeat(index + 1),
      count,
      null,
      null,
      null,
      null,
    ]),
  ];
}
