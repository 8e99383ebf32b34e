import type { WebhookView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { WebhookFields } from '../forms/webhook-form.tsx';
import type { DialogProps } from '../../../ui/modal.tsx';
import { type MadeSecret, SecretDialog } from './secret-dialog.tsx';

/** An address is named or changed, or has a new secret; its secret is shown this once. */
export default function WebhookDialog({
  partnerId,
  opened,
  webhook,
  renewed,
  onMade,
  onChanged,
  onClose,
}: DialogProps & {
  partnerId: number;
  /** The one to be changed; null for a new one. */
  webhook: WebhookView | null;
  /** A secret that was just made for an address that is there. */
  renewed: MadeSecret | null;
  /** The list is to be read again. */
  onMade: () => unknown;
  onChanged: (webhook: WebhookView) => unknown;
}) {
  const { t } = useTranslation('integrations');
  const [made, setMade] = useState(renewed);
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={t(webhook === null ? 'webhooks.form' : 'webhooks.edit.form')}
      made={made}
      words={{
        secret: t('webhooks.secret'),
        once: t('webhooks.once'),
        copy: t('webhooks.copy'),
        done: t('webhooks.done'),
      }}
    >
      <WebhookFields
        partnerId={partnerId}
        webhook={webhook}
        onChanged={onChanged}
        onMade={({ webhook: { description }, secret }) => {
          setMade({ named: description, secret });
          onMade();
        }}
        onClose={onClose}
      />
    </SecretDialog>
  );
}
