import { Modal as MantineModal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';

import { useLayer } from '../lib/routing/history-layers.ts';
import { LtrNumbers } from './ltr-numbers.tsx';
import { ModalContext } from './use-gone.ts';

/** What whoever opens a dialog gives it. */
export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface ModalProps extends DialogProps {
  readonly title: string;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A question of a few lines stays a small box on a phone. */
  readonly isSmall?: boolean;
  /** While something is being sent the dialog stays. */
  readonly closable?: boolean;
  /** Over another dialog that opened by itself. */
  readonly isFirst?: boolean;
  /** Closes it when what it is about is gone, without a question. */
  readonly onGone?: () => void;
  readonly children: ReactNode;
}

/** What lies over a page: traps and returns the focus, closes with Escape and Back, fills a phone's screen. */
export function Modal({
  opened,
  onClose,
  title,
  size = 'lg',
  isSmall = false,
  closable = true,
  isFirst = false,
  onGone = onClose,
  children,
}: ModalProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  // The library notes where the focus was when `opened` changes, not when a dialog begins opened.
  const isThere = useMounted();
  useLayer(opened, () => {
    if (closable) onClose();
  });
  const around = useContext(ModalContext);
  const modal = useMemo(() => {
    const close = () => {
      onGone();
      around?.close();
    };
    return { opened, close };
  }, [opened, onGone, around]);
  return (
    <MantineModal
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
      <ModalContext value={modal}>{children}</ModalContext>
    </MantineModal>
  );
}
