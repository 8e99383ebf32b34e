import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { RequestFilter } from '../../../lib/request-filter.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { noFilter } from './worklist-state.ts';

/** The filters of the worklist. Nothing is searched before Search is pressed. */
export function WorklistFilters({
  filter,
  onSearch,
}: {
  filter: RequestFilter;
  onSearch: (filter: RequestFilter) => void;
}) {
  const { t } = useTranslation('worklist');
  const [draft, setDraft] = useState(filter);
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
