import { Skeleton, Stack } from '@mantine/core';
import type { OrganisationStatistics } from '@wasl/contracts';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { worklistAddress, type WorklistLink } from '../../../domain/requests/worklist-address.ts';
import { today } from '../../../lib/format/formats.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../ui/states.tsx';
import { FigureTable } from '../components/figure-table.tsx';
import { Counted, Figures, MedianDays } from '../components/figures.tsx';
import { PeriodBar } from '../components/period-bar.tsx';
import { Ratings } from '../components/ratings.tsx';
import { StatisticsExport } from '../components/statistics-export.tsx';
import { useMonths } from '../components/use-months.ts';
import { periodOf, periodState } from '../rules/period.ts';

// The chart library is loaded with the first period of several months.
const MonthsChart = lazyWithRetry(() => import('../components/months-chart.tsx'));

const dayMs = 86_400_000;
/** Days of assignment for open steps of an age, `YYYY-MM-DD`; the other end is open. */
const cameBetween = (now: string) => {
  const ago = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString().slice(0, 10);
  return {
    WEEK: { assignedSince: ago(7) },
    FORTNIGHT: { assignedSince: ago(15), assignedUntil: ago(8) },
    MONTH: { assignedSince: ago(31), assignedUntil: ago(16) },
    OLDER: { assignedUntil: ago(32) },
  } as const;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Its table is a region of this name.
    <Stack component="section" className={layout['card']}>
      <h3 className={layout['title']}>{title}</h3>
      {children}
    </Stack>
  );
}

/** The figures of each agent. */
function Colleagues({
  colleagues,
  from,
  to,
}: Pick<OrganisationStatistics, 'colleagues' | 'from' | 'to'>) {
  const { t } = useTranslation('statistics');
  const received = t('figures.received');
  const closed = t('figures.closed');
  const openNow = t('figures.open');
  return (
    <FigureTable
      caption={t('colleagues.title')}
      heads={[t('colleagues.colleague'), received, closed, t('figures.median'), openNow]}
      rows={colleagues.map(({ id, name, ...row }, index) => {
        // No filter finds the steps of an erased account.
        const rowsOf = (link: (user: string) => WorklistLink) =>
          id === null ? null : worklistAddress(link(id));
        const closedRows = rowsOf((closedBy) => ({
          closedBy,
          closedSince: from,
          closedUntil: to,
        }));
        return {
          key: id ?? String(index),
          name: name === null ? t('colleagues.gone') : <bdi>{name}</bdi>,
          figures: [
            <Counted
              key="received"
              count={row.received}
              label={received}
              to={rowsOf((assignee) => ({
                assignee,
                assignedSince: from,
                assignedUntil: to,
              }))}
            />,
            <Counted key="closed" count={row.closed} label={closed} to={closedRows} />,
            <MedianDays key="days" days={row.medianDays} to={closedRows} />,
            <Counted
              key="open"
              count={row.open}
              label={openNow}
              to={rowsOf((assignee) => ({ assignee, stepStatus: 'OPEN' }))}
            />,
          ],
        };
      })}
    />
  );
}

function Parts({
  figures,
  before,
}: {
  figures: OrganisationStatistics;
  /** The month before, next to a month; undefined for longer periods. */
  before: OrganisationStatistics | undefined;
}) {
  const { t } = useTranslation('statistics');
  const inMonths = useMonths();
  const { from, to, services, colleagues, open, ratings } = figures;
  const months = [...(before?.months ?? []), ...figures.months];
  const came = cameBetween(today());
  const received = t('figures.received');
  const closed = t('figures.closed');
  const openNow = t('figures.open');
  return (
    <>
      <Figures figures={figures} before={before} />
      {months.length < 2 ? null : (
        <Part title={t('months.title')}>
          <Suspense fallback={<Skeleton h={260} />}>
            <MonthsChart months={months} />
          </Suspense>
          <FigureTable
            caption={t('months.title')}
            heads={[t('months.month'), received, closed]}
            rows={months.map((row) => ({
              key: row.month,
              name: inMonths(row.from, row.to),
              figures: [
                <Counted
                  key="received"
                  count={row.received}
                  label={received}
                  to={worklistAddress({ assignedSince: row.from, assignedUntil: row.to })}
                />,
                <Counted
                  key="closed"
                  count={row.closed}
                  label={closed}
                  to={worklistAddress({ closedSince: row.from, closedUntil: row.to })}
                />,
              ],
            }))}
          />
        </Part>
      )}
      <Part title={t('open.title')}>
        <FigureTable
          caption={t('open.title')}
          heads={[t('open.age'), openNow]}
          rows={open.map(({ age, count }) => ({
            key: age,
            name: t(`open.${age}`),
            figures: [
              <Counted
                key="open"
                count={count}
                label={openNow}
                to={worklistAddress({ stepStatus: 'OPEN', ...came[age] })}
              />,
            ],
          }))}
        />
      </Part>
      {services.length === 0 ? null : (
        <Part title={t('services.title')}>
          <FigureTable
            caption={t('services.title')}
            heads={[t('services.service'), received, closed, t('figures.median'), openNow]}
            rows={services.map((row) => {
              const service = row.service.code;
              return {
                key: service,
                name: row.service.libelle,
                figures: [
                  <Counted
                    key="received"
                    count={row.received}
                    label={received}
                    to={worklistAddress({ service, assignedSince: from, assignedUntil: to })}
                  />,
                  <Counted
                    key="closed"
                    count={row.closed}
                    label={closed}
                    to={worklistAddress({ service, closedSince: from, closedUntil: to })}
                  />,
                  <MedianDays
                    key="days"
                    days={row.medianDays}
                    to={worklistAddress({ service, closedSince: from, closedUntil: to })}
                  />,
                  <Counted
                    key="open"
                    count={row.open}
                    label={openNow}
                    to={worklistAddress({ service, stepStatus: 'OPEN' })}
                  />,
                ],
              };
            })}
          />
        </Part>
      )}
      {colleagues.length === 0 ? null : (
        <Part title={t('colleagues.title')}>
          <Colleagues colleagues={colleagues} from={from} to={to} />
        </Part>
      )}
      {ratings.count === 0 ? null : (
        <Part title={t('ratings.title')}>
          <Ratings ratings={ratings} from={from} to={to} />
        </Part>
      )}
    </>
  );
}

/** Statistics of the agent's organisation in a month, quarter or year; every count links to its rows. */
export default function StatisticsPage() {
  const [state, set] = useUrlState(periodState);
  const period = periodOf(state.period, state.back, today());
  const { data, error, reload } = useEndpoint('getStatistics', { query: period });
  const before = useEndpoint(
    'getStatistics',
    state.period === 'month' ? { query: periodOf('month', state.back + 1, today()) } : null,
  );
  return (
    <Stack>
      <PeriodBar kind={state.period} back={state.back} period={period} onChange={set} />
      <Actions>
        <StatisticsExport period={period} />
      </Actions>
      {data !== undefined ? (
        <Parts figures={data} before={before.data} />
      ) : (
        <LoadingOrError error={error} onRetry={reload} />
      )}
    </Stack>
  );
}
