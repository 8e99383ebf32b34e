import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { KeyFields } from '../forms/key-form.tsx';
import type { DialogProps } from '../../../ui/modal.tsx';
import { type MadeSecret, SecretDialog } from './secret-dialog.tsx';

/** Creates a key and shows its secret once. */
export default function KeyDialog({
  partnerId,
  opened,
  onMade,
  onClose,
}: DialogProps & {
  partnerId: number;
  onMade: () => unknown;
}) {
  const { t } = useTranslation('integrations');
  const [made, setMade] = useState<MadeSecret | null>(null);
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={t('form')}
      made={made}
      words={{ secret: t('secret'), once: t('once'), copy: t('copy'), done: t('done') }}
    >
      <KeyFields
        partnerId={partnerId}
        onMade={({ key, secret }) => {
          setMade({ named: key.prefix, secret });
          onMade();
        }}
        onClose={onClose}
      />
    </SecretDialog>
  );
}
