import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../lib/formats.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';

/** Rows per page (docs/specification.md, portal §9). */
const tablePageSizes = [8, 15, 20] as const;

/** How many rows there are, how many to a page, and the way from page to page. */
export function DataTableFoot<Row>({
  rows,
  total,
  page,
  size,
  sizes = tablePageSizes,
  most = Infinity,
  onChange,
}: Pick<DataTableProps<Row>, 'rows' | 'total' | 'page' | 'size' | 'sizes' | 'onChange'> & {
  /** As far as is counted and paged: a total beyond it is "more than that". */
  most?: number;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const found = total ?? rows?.length ?? 0;
  const count = Math.min(found, most);
  const pages = Math.max(1, Math.ceil(count / size));
  const from = Math.min(count, page * size + 1);
  const to = Math.min(count, (page + 1) * size);
  return (
    <div className={styles['foot']}>
      <label>
        {t('table.size')}
        <NativeSelect
          value={size}
          onChange={(event) => {
            onChange({ size: Number(event.currentTarget.value), page: 0 });
          }}
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </NativeSelect>
      </label>
      <span>
        {/* Isolated, so that Arabic does not turn 1–8 into 8–1. */}
        {t('table.range', {
          range: `\u2066${String(from)}–${String(to)}\u2069`,
          total: found > most ? isolated(`${formats.number(most)}+`) : count,
        })}
      </span>
      <Group component="nav" className={styles['pages']} gap="xs" aria-label={t('table.pages')}>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('table.previous')}
          disabled={page <= 0}
          onClick={() => {
            onChange({ page: page - 1 });
          }}
        >
          <IconChevronLeft size={20} aria-hidden data-turns />
        </ActionIcon>
        <span>{t('table.page', { page: page + 1, pages })}</span>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('table.next')}
          disabled={page + 1 >= pages}
          onClick={() => {
            onChange({ page: page + 1 });
          }}
        >
          <IconChevronRight size={20} aria-hidden data-turns />
        </ActionIcon>
      </Group>
    </div>
  );
}
