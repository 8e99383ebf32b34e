import { useTranslation } from 'react-i18next';

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Signing out deletes the data on the device, including drafts, so a person with drafts is asked first. */
export default function SignOutDialog({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('profile');
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
