import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './filter-bar.module.css';

/** The filters of a list: fields side by side, search and reset. Enter searches. */
export function FilterBar({
  label,
  onSearch,
  onReset,
  children,
}: {
  /** What is filtered, for screen readers. */
  label: string;
  onSearch: () => void;
  onReset: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <form
      role="search"
      aria-label={label}
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      {children}
      <div className={styles['actions']}>
        <Button type="submit" leftSection={<IconSearch size={18} aria-hidden />}>
          {t('actions.search')}
        </Button>
        <Button variant="default" onClick={onReset}>
          {t('actions.reset')}
        </Button>
      </div>
    </form>
  );
}
