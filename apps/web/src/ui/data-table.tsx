import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { mostCounted } from '@wasl/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../lib/format/formats.ts';
import { DataCards } from './data-cards.tsx';
import { DataTableFoot } from './data-table-foot.tsx';
import type { Column, DataTableProps, TableSort } from './data-table-props.ts';
import styles from './data-table.module.css';
import { ErrorState } from './states.tsx';

/** Sort after a press on a column: reversed for the present column, ascending for another. */
export function nextSort(now: TableSort | undefined, field: string): TableSort {
  const isAscending = now?.field === field && now.direction === 'asc';
  return { field, direction: isAscending ? 'desc' : 'asc' };
}

function HeaderCell<Row>({
  column,
  sort,
  onChange,
}: {
  column: Column<Row>;
  sort: TableSort | undefined;
  onChange: DataTableProps<Row>['onChange'];
}) {
  const end = column.align === 'end' ? styles['end'] : undefined;
  const field = column.sortField;
  if (field === undefined) {
    return (
      <th scope="col" className={end}>
        {column.head ?? column.header}
      </th>
    );
  }
  const direction = sort?.field === field ? sort.direction : undefined;
  const Icon =
    direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  const ariaSort =
    direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={end} aria-sort={ariaSort}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onChange({ sort: nextSort(sort, field), page: 0 })}
      >
        {column.header}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  );
}

/**
 * A list with paging and sorting on the server: a table, or cards on a phone. Shows skeletons while loading, the reason
 * when empty, and a retry after an error.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onChange, error, isStale = false } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const start = useRef<HTMLSpanElement>(null);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });

  if (error !== undefined && rows === undefined) {
    return (
      <div className={styles['frame']}>
        <ErrorState error={error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
      </div>
    );
  }
  if (rows?.length === 0) return <div className={styles['frame']}>{props.empty}</div>;

  const totalInWords = (count: number) =>
    count === mostCounted + 1
      ? t('table.more', { most: formats.number(mostCounted) })
      : t('table.total', { count });
  const announcement =
    rows === undefined ? t('table.loading') : totalInWords(props.total ?? rows.length);
  const status = (
    <VisuallyHidden ref={start} role="status" aria-live="polite">
      {announcement}
    </VisuallyHidden>
  );
  if (isPhone) {
    // Twenty cards fill fifteen screens, so a new page starts at its top.
    const changePage: typeof onChange = (change) => {
      onChange(change);
      start.current?.scrollIntoView();
    };
    return (
      <>
        {status}
        <DataCards {...props} />
        {rows === undefined || props.hasFoot === false ? null : (
          <DataTableFoot {...props} onChange={changePage} />
        )}
      </>
    );
  }
  return (
    <div className={styles['frame']}>
      {status}
      <div className={styles['scroll']}>
        <table
          className={`${styles['table'] ?? ''} ${isStale ? (styles['isStale'] ?? '') : ''}`}
          aria-busy={rows === undefined || isStale}
        >
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onChange={onChange} />
              ))}
            </tr>
          </thead>
          <tbody {...(props.rowsId === undefined ? {} : { id: props.rowsId, tabIndex: -1 })}>
            {rows === undefined
              ? Array.from({ length: props.size }, (_, index) => (
                  <tr key={index} data-testid="skeleton-row">
                    {columns.map((column) => (
                      <td key={column.key}>
                        <Skeleton width="75%" />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr key={rowKey(row)}>
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        className={column.align === 'end' ? styles['end'] : undefined}
                      >
                        {column.render(row)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {rows === undefined || props.hasFoot === false ? null : <DataTableFoot {...props} />}
    </div>
  );
}
