import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Actions } from './layout/actions.tsx';
import styles from './filter-bar.module.css';
import { PhoneFold } from './phone-fold.tsx';

/**
 * Filters of a list with search and reset. Enter searches. On a phone the filters are collapsed, also after a search,
 * to show the list.
 */
export function FilterBar({
  label,
  active,
  isFolding = true,
  startsOpen = false,
  onSearch,
  onReset,
  children,
}: {
  /** Filtered content, for screen readers. */
  label: string;
  active: number;
  /** Whether the bar collapses on a phone; false for a page that collapses it at every width. */
  isFolding?: boolean;
  /** Whether a phone shows the filters at first: a press on the page has asked for them. */
  startsOpen?: boolean;
  onSearch: () => void;
  onReset: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const fold = () => {
    setOpen(false);
    // Only where the button is visible: in a wide window the focus stays in its field.
    if (button.current !== null && button.current.offsetParent !== null) button.current.focus();
  };
  const form = (
    <form
      role="search"
      aria-label={label}
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
        fold();
      }}
    >
      {children}
      <Actions gap={8} flex="1 0 auto" justify="flex-start">
        <Button type="submit" variant="light" leftSection={<IconSearch size={18} aria-hidden />}>
          {t('actions.search')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onReset();
            fold();
          }}
        >
          {t('actions.reset')}
        </Button>
      </Actions>
    </form>
  );
  if (!isFolding) return form;
  return (
    <PhoneFold
      label={active === 0 ? t('actions.filter') : t('filtersActive', { count: active })}
      icon={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      isOpen={isOpen}
      onToggle={() => setOpen((now) => !now)}
      buttonRef={button}
    >
      {form}
    </PhoneFold>
  );
}
