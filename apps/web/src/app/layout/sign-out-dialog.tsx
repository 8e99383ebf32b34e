import { useTranslation } from 'react-i18next';

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Signing out clears the device, drafts included: whoever has one is asked first. */
export default function SignOutDialog({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('layout');
  return (
    <ConfirmDialog
      opened
      title={t('signOut.title')}
      confirmLabel={t('signOut.confirm')}
      tone="danger"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('signOut.text')}</p>
    </ConfirmDialog>
  );
}
