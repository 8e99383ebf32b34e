import type { WebhookView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../../ui/dialog.tsx';
import { WebhookFields } from '../forms/webhook-form.tsx';
import { SecretOnce } from './secret-once.tsx';

export interface MadeSecret {
  readonly description: string;
  readonly secret: string;
}

/** An address is named or changed, or has a new secret; its secret is shown this once. */
export default function WebhookDialog({
  partnerId,
  opened,
  webhook,
  renewed,
  onMade,
  onChanged,
  onClose,
}: {
  partnerId: number;
  opened: boolean;
  /** The one to be changed; null for a new one. */
  webhook: WebhookView | null;
  /** A secret that was just made for an address that is there. */
  renewed: MadeSecret | null;
  /** The list is to be read again. */
  onMade: () => unknown;
  onChanged: (webhook: WebhookView) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation('integrations');
  const [made, setMade] = useState(renewed);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(
        made !== null
          ? 'webhooks.secret'
          : webhook === null
            ? 'webhooks.form'
            : 'webhooks.edit.form',
      )}
      // What is shown once goes away by the button that says so, and not by a key pressed by mistake.
      closable={made === null}
    >
      {made === null ? (
        <WebhookFields
          partnerId={partnerId}
          webhook={webhook}
          onChanged={onChanged}
          onMade={({ webhook, secret }) => {
            setMade({ description: webhook.description, secret });
            onMade();
          }}
          onClose={onClose}
        />
      ) : (
        <SecretOnce
          label={t('webhooks.secret')}
          words={t('webhooks.once')}
          value={made.secret}
          copyLabel={t('webhooks.copy')}
          named={made.description}
          doneLabel={t('webhooks.done')}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
