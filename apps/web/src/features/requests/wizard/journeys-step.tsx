import { Box, Group } from '@mantine/core';
import type { JourneyDefView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../lib/format/formats.ts';
import { oneOf, text, whole } from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from './wizard.module.css';
import { TitleFilter } from '../../../ui/title-filter.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';

const journeysState = { title: text(), page: whole(), size: oneOf([8, 15, 20]) } as const;

/** Step 1 of a predefined request: choice of an open journey. */
export function JourneysStep({
  value,
  chosen,
  onChange,
}: {
  value: number | null;
  /** Chosen journey, which may be on another page of the table. */
  chosen: JourneyDefView | null;
  onChange: (journey: JourneyDefView) => void;
}) {
  const { t } = useTranslation('wizard');
  const [state, set] = useUrlState(journeysState);
  const list = useEndpoint('searchJourneyDefs', {
    query: { page: state.page, size: state.size },
    body: { title: state.title, type: 'PREDEFINI', active: true },
  });
  const paged = usePagedList(list, list.data, state, set);
  const columns: Column<JourneyDefView>[] = [
    {
      key: 'title',
      header: t('journeys.columns.title'),
      render: (row) => <strong>{row.title}</strong>,
    },
    {
      key: 'description',
      header: t('journeys.columns.description'),
      render: (row) => row.description,
    },
    {
      key: 'startDate',
      header: t('journeys.columns.startDate'),
      render: (row) => <LtrText>{formatDay(row.startDate) || '—'}</LtrText>,
    },
    {
      key: 'endDate',
      header: t('journeys.columns.endDate'),
      render: (row) => <LtrText>{formatDay(row.endDate) || '—'}</LtrText>,
    },
    {
      key: 'conditions',
      header: t('journeys.columns.conditions'),
      render: (row) => (
        <Box component="ul" className={layout['bullets']} fz={15}>
          {row.eligibilityConditionsDtos.map(({ condition }) => (
            <li key={condition}>{condition}</li>
          ))}
        </Box>
      ),
    },
    {
      key: 'select',
      header: t('journeys.columns.select'),
      isWideOnCards: true,
      render: (row) => (
        <Group component="label" className={styles['choice']} gap={10} mih={40} wrap="nowrap">
          <input
            type="radio"
            name="journey"
            checked={value === row.id}
            disabled={!row.isOpen}
            aria-label={t(row.isOpen ? 'journeys.pickOne' : 'journeys.closedOne', {
              title: row.title,
            })}
            onChange={() => onChange(row)}
          />
          {t(row.isOpen ? 'journeys.pick' : 'journeys.closed')}
        </Group>
      ),
    },
  ];
  return (
    <>
      <TitleFilter
        key={state.title}
        name={t('journeys.filter')}
        label={t('journeys.columns.title')}
        title={state.title}
        onSearch={(title) => set({ title, page: 0 })}
      />
      {chosen === null ? null : (
        <Banner tone="success">{t('journeys.chosen', { title: isolated(chosen.title) })}</Banner>
      )}
      <DataTable
        caption={t('journeys.title')}
        columns={columns}
        rowKey={(row) => row.id}
        {...paged}
        empty={
          <EmptyState
            title={t(state.title === '' ? 'journeys.none' : 'journeys.noMatch')}
            reason={t(state.title === '' ? 'journeys.noneReason' : 'journeys.noMatchReason')}
          />
        }
      />
    </>
  );
}
