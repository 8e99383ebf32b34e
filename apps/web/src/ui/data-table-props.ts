import type { ReactNode } from 'react';

export interface TableSort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Field the server sorts by; absent, the column cannot be sorted. */
  readonly sortField?: string;
  readonly align?: 'start' | 'end';
  /** What stands in the table's head instead of the header's words. */
  readonly head?: ReactNode;
  /** Not on a phone's card. */
  readonly isTableOnly?: boolean;
  /** On a phone's card the value takes the whole width, without its label (operations). */
  readonly isWideOnCards?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly total: number | undefined;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  /** No page follows, where the list says so by itself and is not counted to its end. */
  readonly isLast?: boolean;
  readonly sort?: TableSort;
  /** Called with what changes; a new sort or size begins at the first page. */
  readonly onChange: (change: { page?: number; size?: number; sort?: TableSort }) => void;
  /** Rows of an earlier page are shown while the next ones come. */
  readonly isStale?: boolean;
  /** Rows per page to choose from; absent, those that every list has. */
  readonly sizes?: readonly number[];
  /** Id of what holds the rows, which can be focused: a skip link leads there. */
  readonly rowsId?: string;
  readonly error?: unknown;
  readonly onRetry?: () => unknown;
  /** Shown when there are no rows: why, and what to do. */
  readonly empty: ReactNode;
}
