import { useTranslation } from 'react-i18next';

import styles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';
import { SmallSelect } from './small-select.tsx';
import { Bone } from './states.tsx';

/** The rows of a table as cards, for a phone; the sort becomes a choice in words. */
export function DataCards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onChange,
}: DataTableProps<Row>) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortField !== undefined);
  return (
    <>
      {sortable.length > 0 && sort !== undefined ? (
        <label className={styles['sortField']}>
          {t('table.sort')}
          <SmallSelect
            value={`${sort.field},${sort.direction}`}
            onChange={(event) => {
              const [field = sort.field, direction] = event.currentTarget.value.split(',');
              onChange({
                sort: { field, direction: direction === 'asc' ? 'asc' : 'desc' },
                page: 0,
              });
            }}
          >
            {sortable.flatMap((column) => [
              <option key={`${column.key},desc`} value={`${column.sortField ?? ''},desc`}>
                {t('table.descending', { column: column.header })}
              </option>,
              <option key={`${column.key},asc`} value={`${column.sortField ?? ''},asc`}>
                {t('table.ascending', { column: column.header })}
              </option>,
            ])}
          </SmallSelect>
        </label>
      ) : null}
      <ul className={styles['cards']} aria-label={caption} aria-busy={rows === undefined}>
        {rows === undefined
          ? [0, 1, 2].map((index) => (
              <li key={index} className={styles['card']} data-testid="skeleton-row">
                {/* As many lines as a card will have: nothing below moves when they come. */}
                <div className={styles['waiting']}>
                  {columns.map((column) => (
                    <Bone key={column.key} width="80%" />
                  ))}
                </div>
              </li>
            ))
          : rows.map((row) => (
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
      </ul>
    </>
  );
}
