import { Stack } from '@mantine/core';
import type { AdministratorView } from '@wasl/contracts/administration';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';

import layout from '../../ui/layout/layout.module.css';
import styles from '../administration.module.css';
import { SignInForm } from './sign-in-form.tsx';

/**
 * The sign-in over a page whose session has ended. A modal element of the browser covers the page and its dialogs, and
 * keeps the focus.
 */
export function Lock({
  administrator,
  onDone,
}: {
  administrator: AdministratorView;
  onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={styles['lock']}
      aria-labelledby="lock-title"
      // Escape must not show the page.
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => {
        if (event.currentTarget.isConnected) event.currentTarget.showModal();
      }}
    >
      <Stack className={layout['card']} maw={480} mx="auto">
        <h2 id="lock-title" className={layout['title']}>
          {t('signIn.ended')}
        </h2>
        <p className={layout['lead']}>{t('signIn.endedText')}</p>
        <SignInForm
          administrator={administrator}
          onDone={async () => {
            await onDone();
            await mutate(() => true);
          }}
        />
      </Stack>
    </dialog>
  );
}
