import { Modal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';

import { LtrNumbers } from './ltr-numbers.tsx';

/** A dialog: traps and returns the focus, closes with Escape, fills a phone's screen. */
export function Dialog({
  opened,
  onClose,
  title,
  size = 'lg',
  isSmall = false,
  closable = true,
  isFirst = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A question of a few lines stays a small box on a phone. */
  isSmall?: boolean;
  /** While something is being sent the dialog stays. */
  closable?: boolean;
  /** Over another dialog that opened by itself. */
  isFirst?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  // The library notes where the focus was when `opened` changes, not when a dialog begins opened.
  const isThere = useMounted();
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      title={<LtrNumbers text={title} />}
      size={size}
      centered
      fullScreen={isPhone && !isSmall}
      closeOnClickOutside={false}
      closeOnEscape={closable}
      withCloseButton={closable}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      overlayProps={{ backgroundOpacity: 0.55 }}
      transitionProps={{ duration: 120 }}
      {...(isFirst ? { zIndex: 300 } : {})}
    >
      {children}
    </Modal>
  );
}
