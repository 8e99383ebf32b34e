import { Box, Button, VisuallyHidden } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { Suspense, type ToggleEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useUnread } from '../../../domain/notices/use-unread.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { withWords } from '../../../ui/slots.ts';
import layout from '../../../ui/layout/layout.module.css';
import { PageSkeleton } from '../../../ui/states.tsx';
import { positionUnder } from '../../../ui/position-under.ts';
import { UnreadBadge } from '../../../ui/unread-badge.tsx';
import styles from './notices.module.css';

// Loaded, with its catalogue, when the bell is first pressed.
const NoticeList = lazyWithRetry(withWords(() => import('./notice-list.tsx'), 'notices'));

/** Bell of the top bar with the number of new notices; the list is in the browser's top layer. */
export default function NoticeBell() {
  const { t } = useTranslation(['layout', 'common']);
  const { notices: unread, isKnown } = useUnread();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = unread === 0 ? t('bell') : t('bellUnread', { count: unread });

  const close = () => {
    panel.current?.hidePopover();
  };
  const onToggle = (event: ToggleEvent) => {
    const isNow = event.newState === 'open';
    setOpen(isNow);
    if (!isNow || opener.current === null || panel.current === null) return;
    positionUnder(opener.current, panel.current, 'end');
    panel.current.focus();
  };

  return (
    <>
      <Button
        ref={opener}
        type="button"
        variant="subtle"
        color="gray"
        px="sm"
        aria-label={label}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        <span className={layout['cornered']}>
          <IconBell size={24} stroke={1.6} aria-hidden />
          <UnreadBadge count={unread} />
        </span>
      </Button>
      {/* Announces changes of the count; the first count is part of the bell's name. */}
      <VisuallyHidden role="status" component="span">
        {isKnown && unread > 0 ? t('bellUnread', { count: unread }) : ''}
      </VisuallyHidden>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape gives the focus back to the bell */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('bell')}
        tabIndex={-1}
        className={`${layout['popover'] ?? ''} ${styles['panel'] ?? ''}`}
        onToggle={onToggle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') opener.current?.focus();
        }}
      >
        <div className={styles['head']}>
          <Box component="h2" fz="1.0625rem">
            {t('bell')}
          </Box>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            px={8}
            aria-label={t('common:actions.close')}
            onClick={() => {
              close();
              opener.current?.focus();
            }}
          >
            <IconX size={20} aria-hidden />
          </Button>
        </div>
        {isOpen ? (
          <Suspense fallback={<PageSkeleton />}>
            <NoticeList onFollow={close} />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
