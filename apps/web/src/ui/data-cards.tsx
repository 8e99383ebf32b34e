import { NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useAfterFirstPaint } from '../lib/http/first-paint.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import layout from './layout/layout.module.css';

/** Cards that fit a phone's screen on the first render. */
const firstCards = 2;

/** Rows of a table as cards on a phone; the sort becomes a select. */
export function DataCards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onChange,
  rowsId,
}: DataTableProps<Row>) {
  const { t } = useTranslation();
  const mostCards = useAfterFirstPaint(Number.POSITIVE_INFINITY, firstCards);
  const sortable = columns.filter((column) => column.sortField !== undefined);
  const isOfColumn = sortable.some(({ sortField }) => sortField === sort?.field);
  return (
    <>
      {sortable.length > 0 && sort !== undefined ? (
        <Stack className={layout['small']} gap={4} mb="sm">
          {t('table.sort')}
          <NativeSelect
            aria-label={t('table.sort')}
            value={`${sort.field},${sort.direction}`}
            onChange={(event) => {
              const [field = sort.field, direction] = event.currentTarget.value.split(',');
              onChange({
                sort: { field, direction: direction === 'asc' ? 'asc' : 'desc' },
                page: 0,
              });
            }}
          >
            {isOfColumn ? null : (
              // Not selectable. Without it the browser would show another sort as selected.
              <option hidden value={`${sort.field},${sort.direction}`}>
                {t('table.otherSort')}
              </option>
            )}
            {sortable.flatMap((column) => [
              <option key={`${column.key},desc`} value={`${column.sortField ?? ''},desc`}>
                {t('table.descending', { column: column.header })}
              </option>,
              <option key={`${column.key},asc`} value={`${column.sortField ?? ''},asc`}>
                {t('table.ascending', { column: column.header })}
              </option>,
            ])}
          </NativeSelect>
        </Stack>
      ) : null}
      <Stack
        component="ul"
        gap="sm"
        aria-label={caption}
        aria-busy={rows === undefined}
        {...(rowsId === undefined ? {} : { id: rowsId, tabIndex: -1 })}
      >
        {rows === undefined
          ? [0, 1, 2].map((index) => (
              <li key={index} className={styles['card']} data-testid="skeleton-row">
                {/* Reserves the lines of a card, so that the content below does not move. */}
                <Stack>
                  {columns.map((column) => (
                    <Skeleton key={column.key} width="80%" />
                  ))}
                </Stack>
              </li>
            ))
          : rows.slice(0, mostCards).map((row) => (
              <li key={rowKey(row)} className={styles['card']}>
                <dl>
                  {columns.map((column) =>
                    column.isWideOnCards === true ? null : (
                      <div key={column.key} style={{ display: 'contents' }}>
                        <dt>{column.header}</dt>
                        <dd>{column.render(row)}</dd>
                      </div>
                    ),
                  )}
                </dl>
                {columns.map((column) =>
                  column.isWideOnCards === true ? (
                    <div key={column.key} className={styles['wide']}>
                      {column.render(row)}
                    </div>
                  ) : null,
                )}
              </li>
            ))}
      </Stack>
    </>
  );
}
