import { Modal as MantineModal } from '@mantine/core';
import { useMediaQuery, useMounted, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';

import { useLayer } from '../lib/routing/history-layers.ts';
import { LtrNumbers } from './ltr-numbers.tsx';
import { ModalContext } from './use-missing-record.ts';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface ModalProps extends DialogProps {
  readonly title: string;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  readonly isSmall?: boolean;
  /** False while a request is running. */
  readonly closable?: boolean;
  /** Shown over another dialog that opened by itself. */
  readonly isFirst?: boolean;
  /** Closes the dialog without a question when its record is gone. */
  readonly onGone?: () => void;
  readonly children: ReactNode;
}

/** Whether a calendar or a menu is open, which the browser closes with Escape. */
function usePopoverOpen(): boolean {
  const [isOpen, setOpen] = useState(false);
  const update = () => {
    const popovers = [...document.querySelectorAll('[popover]')];
    setOpen(popovers.some((popover) => popover.getClientRects().length > 0));
  };
  // Toggle events do not bubble.
  useWindowEvent('toggle', update, { capture: true });
  return isOpen;
}

/** Modal dialog: traps and returns the focus, closes with Escape and Back, fills the screen of a phone. */
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
  // The library stores the previous focus when `opened` changes, but not for a dialog that mounts open.
  const isThere = useMounted();
  useLayer(opened, () => {
    if (closable) onClose();
  });
  const isPopoverOpen = usePopoverOpen();
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
      closeOnEscape={closable && !isPopoverOpen}
      withCloseButton={closable}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      overlayProps={{ backgroundOpacity: 0.55 }}
      transitionProps={{ duration: 120 }}
      // Its `header` element would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      {...(isFirst ? { zIndex: 300 } : {})}
    >
      <ModalContext value={modal}>{children}</ModalContext>
    </MantineModal>
  );
}
