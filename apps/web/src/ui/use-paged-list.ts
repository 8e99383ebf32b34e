import { useEffect } from 'react';

import type { EndpointState } from '../lib/http/use-endpoint.ts';
import type { DataTableProps } from './data-table-props.ts';

interface Place {
  readonly page: number;
  readonly size: number;
  readonly sort?: DataTableProps<unknown>['sort'];
}

/**
 * Props of a table for a list with its place in the address: page, size, sort, their changes, stale rows, error and
 * retry. A page beyond the end, after deletions, leads to the first.
 * @param rows rows of the page; undefined while loading
 */
export function usePagedList<Row, State extends Place>(
  list: Pick<EndpointState<unknown>, 'total' | 'error' | 'isValidating' | 'reload'>,
  rows: readonly Row[] | undefined,
  state: State,
  set: (patch: Partial<State>) => void,
): Omit<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'empty'> {
  const isBeyondEnd = rows?.length === 0 && state.page > 0 && !list.isValidating;
  useEffect(() => {
    if (isBeyondEnd) set({ page: 0 } as Partial<State>);
  }, [isBeyondEnd, set]);
  return {
    rows,
    total: list.total,
    page: state.page,
    size: state.size,
    ...(state.sort === undefined ? {} : { sort: state.sort }),
    onChange: (change) => set(change as Partial<State>),
    isStale: list.isValidating,
    error: list.error,
    onRetry: list.reload,
  };
}
