import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { type StateOf, writeState } from '../../../../lib/routing/address-state.ts';
import { sortOfTab, worklistState } from '../../rules/worklist-state.ts';

export function DeadlineSort({ state }: { state: StateOf<typeof worklistState> }) {
  const { t } = useTranslation('worklist');
  const [params] = useSearchParams();
  if (state.tab !== 'todo' && state.tab !== 'late') return null;
  const isByDeadline = state.sort.field === 'dueOn';
  const sort = isByDeadline
    ? sortOfTab(state.tab)
    : ({ field: 'dueOn', direction: 'asc' } as const);
  const next = { ...state, sort, page: 0 };
  return (
    <Link to={{ search: writeState(worklistState, next, params).toString() }}>
      {t(isByDeadline ? 'deadline.sortAge' : 'deadline.sort')}
    </Link>
  );
}
