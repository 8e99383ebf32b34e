import { ActionIcon, Group } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useAfterFirstPaint } from '../../lib/http/first-paint.ts';
import { useLayer } from '../../lib/routing/history-layers.ts';
import type { Session } from '../../lib/session/session.ts';
import { Brand } from './brand.tsx';
import frame from '../../theme/frame.module.css';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';

/** Main entries on a phone, in a drawer on the start side. The browser traps the focus in it. */
export function NavigationDrawer({ session }: { session: Session }) {
  const { t } = useTranslation(['layout', 'common']);
  const box = useRef<HTMLDialogElement>(null);
  const close = () => {
    box.current?.close();
  };
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, close);
  const isRendered = useAfterFirstPaint(true, false) || isOpen;
  return (
    <>
      <ActionIcon
        className={styles['burger'] ?? ''}
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={t('layout:nav.open')}
        aria-haspopup="dialog"
        onClick={() => {
          box.current?.showModal();
          setOpen(true);
        }}
      >
        <IconMenu2 aria-hidden />
      </ActionIcon>
      {/* A press outside the drawer hits the dialog element; Escape and the button are the keyboard's equivalents. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <dialog
        ref={box}
        className={styles['drawer']}
        aria-label={t('layout:nav.main')}
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
      >
        {isRendered ? (
          <div className={styles['side']}>
            <Group justify="space-between" wrap="nowrap" mb="md">
              <span className={frame['brand']}>
                <Brand />
              </span>
              <ActionIcon
                variant="transparent"
                size="xl"
                c="inherit"
                aria-label={t('common:actions.close')}
                onClick={close}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </Group>
            <Navigation session={session} onFollow={close} />
          </div>
        ) : null}
      </dialog>
    </>
  );
}
