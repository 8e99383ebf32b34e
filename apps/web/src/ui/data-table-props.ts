import type { ReactNode } from 'react';

export interface TableSort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Field that the server sorts by; absent when the column is not sortable. */
  readonly sortField?: string;
  readonly align?: 'start' | 'end';
  /** Content of the table head, instead of the header text. */
  readonly head?: ReactNode;
  /** On a card, the value uses the whole width without its label (operations). */
  readonly isWideOnCards?: boolean;
}

export interface DataTableProps<Row> {
  /** Content of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly total: number | undefined;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  /** No next page exists; for lists that are not counted completely. */
  readonly isLast?: boolean;
  readonly sort?: TableSort;
  /** Receives the changed members; a new sort or size resets the page. */
  readonly onChange: (change: { page?: number; size?: number; sort?: TableSort }) => void;
  /** Rows of an earlier page are shown while the next ones load. */
  readonly isStale?: boolean;
  /** False for a list without pages. */
  readonly hasFoot?: boolean;
  /** Available page sizes; the sizes of all lists by default. */
  readonly sizes?: readonly number[];
  /** Id of the focusable container of the rows, for a skip link. */
  readonly rowsId?: string;
  readonly error?: unknown;
  readonly onRetry?: () => unknown;
  /** Shown without rows: the reason and the next action. */
  readonly empty: ReactNode;
}
