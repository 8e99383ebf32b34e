import { useTranslation } from 'react-i18next';

import type { RequestFilter } from '../../../domain/requests/request-filter.ts';
import { RequestFilterBar } from '../../../domain/requests/request-filter-bar.tsx';
import { noFilter } from '../rules/worklist-state.ts';

/** The filters of the worklist. */
export default function WorklistFilters({
  filter,
  onSearch,
}: {
  filter: RequestFilter;
  onSearch: (filter: RequestFilter) => void;
}) {
  const { t } = useTranslation('worklist');
  return (
    <RequestFilterBar<RequestFilter>
      words={{
        label: t('filter.label'),
        number: t('filter.number'),
        from: t('filter.from'),
        to: t('filter.to'),
      }}
      filter={filter}
      noFilter={noFilter}
      isFolding={false}
      onSearch={onSearch}
    />
  );
}
