import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { RequestFilterBar } from '../../../domain/requests/request-filter-bar.tsx';
import { type ListFilter, noFilter } from '../rules/list-state.ts';

export function RequestFilters({
  filter,
  startsOpen,
  onSearch,
}: {
  filter: ListFilter;
  startsOpen: boolean;
  onSearch: (filter: ListFilter) => void;
}) {
  const { t } = useTranslation('requests');
  const { data: statuses } = useEndpoint('paramsByParentI18n', { params: { parent: 'STATUS' } });
  const shown = (statuses ?? []).filter((status) => status.code !== 'SUPPRIME');
  return (
    <RequestFilterBar
      words={{
        label: t('filter.label'),
        number: t('filter.number'),
        from: t('filter.from'),
        to: t('filter.to'),
      }}
      filter={filter}
      noFilter={noFilter}
      startsOpen={startsOpen}
      onSearch={onSearch}
    >
      {(draft, change) => (
        <NativeSelect
          label={t('filter.status')}
          data={[
            { value: '', label: t('filter.anyStatus') },
            ...shown.map((status) => ({ value: status.code, label: status.libelle })),
          ]}
          value={draft.status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      )}
    </RequestFilterBar>
  );
}
