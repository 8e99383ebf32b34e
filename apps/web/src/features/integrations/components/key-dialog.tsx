import type { KeyView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../../ui/dialog.tsx';
import { KeyFields } from '../forms/key-form.tsx';
import { SecretOnce } from './secret-once.tsx';

/** A key is made, and shown this once. */
export default function KeyDialog({
  partnerId,
  opened,
  onMade,
  onClose,
}: {
  partnerId: number;
  opened: boolean;
  /** The list is to be read again. */
  onMade: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation('integrations');
  const [made, setMade] = useState<{ key: KeyView; secret: string } | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(made === null ? 'form' : 'secret')}
      // What is shown once goes away by the button that says so, and not by a key pressed by mistake.
      closable={made === null}
    >
      {made === null ? (
        <KeyFields
          partnerId={partnerId}
          onMade={(key) => {
            setMade(key);
            onMade();
          }}
          onClose={onClose}
        />
      ) : (
        <SecretOnce
          label={t('secret')}
          words={t('once')}
          value={made.secret}
          copyLabel={t('copy')}
          named={made.key.prefix}
          doneLabel={t('done')}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
