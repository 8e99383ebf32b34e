import { Box, Stack, VisuallyHidden } from '@mantine/core';
import type { PublicStatistics } from '@wasl/contracts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated, useFormats } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Banner } from '../../../ui/banner.tsx';
import { Awaited } from '../../../ui/states.tsx';
import { FigureTable } from '../components/figure-table.tsx';
import { useMonths } from '../components/use-months.ts';

type Cell = PublicStatistics['whole'];

/** The words of the method, in order. */
const method = ['whom', 'received', 'closed', 'days', 'ratings', 'hidden', 'kept'] as const;

/** What a cell of the tables says: a number, or that it is not shown. */
function useCells() {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const hidden = (
    <>
      <span aria-hidden>{t('figures.none')}</span>
      <VisuallyHidden>{t('public.hidden')}</VisuallyHidden>
    </>
  );
  const days = (count: number | null) =>
    count === null ? t('figures.none') : t('figures.days', { count });
  return {
    figures: (cell: Cell): readonly ReactNode[] =>
      cell === null
        ? [hidden, hidden, hidden, hidden]
        : [
            formats.number(cell.received),
            formats.number(cell.closed),
            days(cell.medianDays),
            days(cell.p90Days),
          ],
    rating: (cell: PublicStatistics['ratings']): ReactNode =>
      cell === null ? hidden : t('figures.ofFive', { value: formats.number(cell.average, 1) }),
  };
}

function Figures({ statistics: { whole, ratings } }: { statistics: PublicStatistics }) {
  const { t } = useTranslation('statistics');
  const cells = useCells();
  const [received, closed, median, p90] = cells.figures(whole);
  const figures = [
    [t('figures.received'), received],
    [t('figures.closed'), closed],
    [t('figures.median'), median],
    [t('figures.p90'), p90],
    [t('figures.rating'), cells.rating(ratings)],
  ] as const;
  return (
    <Columns min={150} component="dl">
      {figures.map(([name, value]) => (
        <div key={name} className={layout['card']}>
          <dt>{name}</dt>
          <Box component="dd" fz="1.75rem" fw={600}>
            {value}
          </Box>
        </div>
      ))}
    </Columns>
  );
}

function Method({ statistics }: { statistics: PublicStatistics }) {
  const { t } = useTranslation('statistics');
  const id = useId();
  const { leastClosed, leastRatings } = statistics;
  return (
    <Stack component="section" gap="xs" className={layout['card']} aria-labelledby={id}>
      <h2 id={id} className={layout['title']}>
        {t('public.method.title')}
      </h2>
      <Stack component="ul" className={layout['bullets']} gap={4} maw="76ch">
        {method.map((sentence) => (
          <li key={sentence}>
            {t(`public.method.${sentence}`, { closed: leastClosed, ratings: leastRatings })}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** What all organisations did in the last twelve whole months, for anybody, with the method in words. */
export default function PublicPage() {
  const { t } = useTranslation('statistics');
  const inMonths = useMonths();
  const cells = useCells();
  const { data, error, reload } = useEndpoint('getPublicStatistics', { query: {} });
  if (data === undefined) return <Awaited error={error} onRetry={reload} />;
  if (data.whole === null)
    return (
      <Stack>
        <Banner tone="info">{t('public.tooFew', { closed: data.leastClosed })}</Banner>
        <Method statistics={data} />
      </Stack>
    );
  const heads = [t('figures.received'), t('figures.closed'), t('figures.median'), t('figures.p90')];
  return (
    <Stack>
      <p className={layout['muted']}>
        {t('public.period', {
          from: isolated(formatDay(data.from)),
          to: isolated(formatDay(data.to)),
        })}
      </p>
      <Figures statistics={data} />
      <Stack component="section" className={layout['card']} aria-label={t('months.title')}>
        <h2 className={layout['title']}>{t('months.title')}</h2>
        <FigureTable
          caption={t('months.title')}
          heads={[t('months.month'), ...heads]}
          rows={data.months.map(({ month, figures }) => ({
            key: month,
            name: inMonths(`${month}-01`, `${month}-01`),
            figures: cells.figures(figures),
          }))}
        />
      </Stack>
      {data.services.length === 0 ? null : (
        <Stack component="section" className={layout['card']} aria-label={t('services.title')}>
          <h2 className={layout['title']}>{t('services.title')}</h2>
          <FigureTable
            caption={t('services.title')}
            heads={[t('services.service'), ...heads, t('figures.rating')]}
            rows={data.services.map(({ service, figures, ratings }) => ({
              key: service.code,
              name: service.libelle,
              figures: [...cells.figures(figures), cells.rating(ratings)],
            }))}
          />
        </Stack>
      )}
      <Method statistics={data} />
    </Stack>
  );
}
