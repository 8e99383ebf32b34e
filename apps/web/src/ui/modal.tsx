import { Modal as MantineModal } from '@mantine/core';
import { useMediaQuery, useMounted, useWindowEvent } from '@mantine/hooks';
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

/** Whether Escape first closes something inside of the dialog: a calendar, a menu, or a list of the library. */
function isEscapeTaken({ target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true')
    return true;
  const popovers = [...document.querySelectorAll('[popover]')];
  return popovers.some((popover) => popover.getClientRects().length > 0);
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
  // The library would close the dialog together with a calendar in it.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !opened || !closable) return;
      if (!isEscapeTaken(event)) onClose();
    },
    { capture: true },
  );
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
      closeOnEscape={false}
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
