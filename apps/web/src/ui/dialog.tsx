import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ConfirmDialog } from './confirm-dialog.tsx';
import { Modal, type ModalProps } from './modal.tsx';
import { type Report, type Unsaved, UnsavedContext } from './use-unsaved.ts';

export type { DialogProps } from './modal.tsx';

/** A dialog. Escape, Back and the close button ask before unsaved input is lost. */
export function Dialog({ onClose, closable = true, children, ...props }: ModalProps) {
  const { t } = useTranslation();
  const unsaved = useRef(new Set<Unsaved>());
  const [isAsking, setAsking] = useState(false);
  const report = useMemo<Report>(
    () => (one) => {
      unsaved.current.add(one);
      return () => {
        unsaved.current.delete(one);
      };
    },
    [],
  );
  const leave = () => {
    for (const { discard } of unsaved.current) discard?.();
    setAsking(false);
    onClose();
  };
  return (
    <Modal
      {...props}
      closable={closable && !isAsking}
      onGone={leave}
      onClose={() => {
        if (unsaved.current.size === 0) {
          onClose();
          return;
        }
        // Deferred, because the library would close the question with the same Escape key.
        setTimeout(() => setAsking(true));
      }}
    >
      <UnsavedContext value={report}>{children}</UnsavedContext>
      <ConfirmDialog
        opened={isAsking}
        title={t('unsaved.title')}
        confirmLabel={t('unsaved.close')}
        tone="danger"
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        <p>{t('unsaved.text')}</p>
      </ConfirmDialog>
    </Modal>
  );
}
