import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { dayOf } from '@wasl/contracts';
import type { MonthFigures } from '@wasl/contracts/administration';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { useLanguage } from '../../i18n/use-language.ts';
import { useFormats } from '../../lib/format/formats.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-props.ts';
import layout from '../../ui/layout/layout.module.css';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import styles from '../administration.module.css';
import { fileAddress } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';

const monthsShown = 24;

/** The present month and those before it, as `YYYY-MM`. */
function monthsUntil(now: number): string[] {
  const [year = 0, month = 1] = dayOf(new Date(now)).split('-').map(Number);
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

function useColumns(): readonly Column<MonthFigures>[] {
  const { t } = useTranslation('administration');
  const { number } = useFormats();
  const figure = (key: Exclude<keyof MonthFigures, 'organisation'>): Column<MonthFigures> => ({
    key,
    header: t(`report.${key}`),
    align: 'end',
    render: ({ [key]: value }) => (value === null ? '–' : number(value, 1)),
  });
  return [
    {
      key: 'organisation',
      header: t('report.organisation'),
      render: ({ organisation }) => (
        <div className={styles['wraps']}>
          <bdi className={layout['strong']}>{organisation}</bdi>
        </div>
      ),
    },
    ...(['received', 'closed', 'open', 'lateOpen', 'median', 'rating'] as const).map(figure),
  ];
}

function Figures({ month }: { month: string }) {
  const { t } = useTranslation('administration');
  const columns = useColumns();
  const { data, error, isValidating, reload } = useCall('readMonthReport', { query: { month } });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const rows = data.steps === 0 ? [] : [...data.rows, data.whole];
  return (
    <DataTable
      caption={t('pages.report')}
      columns={columns}
      rows={rows}
      rowKey={({ organisation }) => organisation}
      total={rows.length}
      page={0}
      size={rows.length}
      hasFoot={false}
      isStale={isValidating}
      onChange={() => undefined}
      empty={<EmptyState title={t('report.nothing')} reason={t('report.nothingReason')} />}
    />
  );
}

/** The figures of a month by organisation, and the workbook with its steps. */
export default function ReportPage() {
  const { t } = useTranslation('administration');
  const lang = useLanguage();
  const [query, setQuery] = useSearchParams();
  const months = monthsUntil(serverNow());
  const named = query.get('month') ?? '';
  // The report of the month before is complete.
  const month = months.includes(named) ? named : (months[1] ?? '');
  const name = new Intl.DateTimeFormat(lang === 'ar' ? 'ar-MA' : lang, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <Stack>
      <Group align="flex-end">
        <NativeSelect
          label={t('report.month')}
          value={month}
          data={months.map((value) => ({ value, label: name.format(new Date(`${value}-01`)) }))}
          onChange={({ currentTarget }) => setQuery({ month: currentTarget.value })}
        />
        <Button
          component="a"
          href={fileAddress(`/report/file?month=${month}&lang=${lang}`)}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('report.download')}
        </Button>
      </Group>
      <p className={layout['small']}>{t('report.hint')}</p>
      <Figures month={month} />
    </Stack>
  );
}
