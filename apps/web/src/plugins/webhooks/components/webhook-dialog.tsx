import type { WebhookView } from '@wasl/contracts/plugins/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { WebhookFields } from '../forms/webhook-form.tsx';
import type { DialogProps } from '../../../ui/modal.tsx';
import {
  type MadeSecret,
  SecretDialog,
} from '../../../features/integrations/components/secret-dialog.tsx';

/** Creates or changes a webhook, or renews its secret; a secret is shown once. */
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
  /** Webhook to change; null for a new one. */
  webhook: WebhookView | null;
  /** Renewed secret of an existing webhook. */
  renewed: MadeSecret | null;
  onMade: () => unknown;
  onChanged: (webhook: WebhookView) => unknown;
}) {
  const { t } = useTranslation('webhooks');
  const [made, setMade] = useState(renewed);
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={t(webhook === null ? 'form' : 'edit.form')}
      made={made}
      words={{
        secret: t('secret'),
        once: t('once'),
        copy: t('copy'),
        done: t('done'),
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
