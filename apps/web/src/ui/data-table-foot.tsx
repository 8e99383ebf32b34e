import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { mostCounted } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../lib/format/formats.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';

/** Rows per page (docs/specification.md, portal §9). */
const tablePageSizes = [8, 15, 20] as const;

export function DataTableFoot<Row>({
  caption,
  rows,
  total,
  page,
  size,
  sizes = tablePageSizes,
  isLast = false,
  onChange,
}: Pick<
  DataTableProps<Row>,
  'caption' | 'rows' | 'total' | 'page' | 'size' | 'sizes' | 'isLast' | 'onChange'
>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = rows?.length ?? 0;
  const count = total ?? shown;
  // Counting stopped at the limit: a next page exists as long as this page is full.
  const isMore = count === mostCounted + 1;
  const pages = Math.max(page + 1, Math.ceil((isMore ? mostCounted : count) / size));
  const from = Math.min(isMore ? Infinity : count, page * size + 1);
  const to = isMore ? page * size + shown : Math.min(count, (page + 1) * size);
  return (
    <div className={styles['foot']}>
      <div className={styles['size']}>
        {t('table.size')}
        <NativeSelect
          aria-label={t('table.size')}
          value={size}
          onChange={(event) => onChange({ size: Number(event.currentTarget.value), page: 0 })}
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </NativeSelect>
      </div>
      <span>
        {/* Bidi isolates prevent Arabic from showing 1–8 as 8–1. */}
        {t('table.range', {
          range: `\u2066${String(from)}–${String(to)}\u2069`,
          total: isMore ? formats.counted(count) : count,
        })}
      </span>
      <Group
        component="nav"
        className={styles['pages']}
        gap="xs"
        aria-label={`${t('table.pages')} · ${caption}`}
      >
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('table.previous')}
          disabled={page <= 0}
          onClick={() => onChange({ page: page - 1 })}
        >
          <IconChevronLeft size={20} aria-hidden data-mirrored />
        </ActionIcon>
        <span>
          {t('table.page', {
            page: page + 1,
            pages: isMore ? isolated(`${String(pages)}+`) : pages,
          })}
        </span>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('table.next')}
          disabled={isMore ? isLast || shown < size : page + 1 >= pages}
          onClick={() => onChange({ page: page + 1 })}
        >
          <IconChevronRight size={20} aria-hidden data-mirrored />
        </ActionIcon>
      </Group>
    </div>
  );
}
