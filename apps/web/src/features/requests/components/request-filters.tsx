import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { type ListFilter, noFilter } from './list-state.ts';

/** The filters of the beneficiary's list. Nothing is searched before Search is pressed. */
export function RequestFilters({
  filter,
  onSearch,
}: {
  filter: ListFilter;
  onSearch: (filter: ListFilter) => void;
}) {
  const { t } = useTranslation('requests');
  const [draft, setDraft] = useState(filter);
  const { data: statuses } = useEndpoint('paramsByParentI18n', { params: { parent: 'STATUS' } });
  const shown = (statuses ?? []).filter((status) => status.code !== 'SUPPRIME');
  return (
    <FilterBar
      label={t('filter.label')}
      onSearch={() => {
        onSearch({ ...draft, number: draft.number.trim() });
      }}
      onReset={() => {
        setDraft(noFilter);
        onSearch(noFilter);
      }}
    >
      <TextInput
        label={t('filter.number')}
        value={draft.number}
        maxLength={20}
        onChange={(event) => {
          const number = event.currentTarget.value;
          setDraft((now) => ({ ...now, number }));
        }}
      />
      <NativeSelect
        label={t('filter.status')}
        data={[
          { value: '', label: t('filter.anyStatus') },
          ...shown.map((status) => ({ value: status.code, label: status.libelle })),
        ]}
        value={draft.status}
        onChange={(event) => {
          const status = event.currentTarget.value;
          setDraft((now) => ({ ...now, status }));
        }}
      />
      <DateField
        label={t('filter.from')}
        value={draft.from}
        max={draft.to ?? undefined}
        onChange={(from) => {
          setDraft((now) => ({ ...now, from }));
        }}
      />
      <DateField
        label={t('filter.to')}
        value={draft.to}
        min={draft.from ?? undefined}
        onChange={(to) => {
          setDraft((now) => ({ ...now, to }));
        }}
      />
    </FilterBar>
  );
}
