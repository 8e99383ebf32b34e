import { email } from '@wasl/contracts';
import type { PersonView } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { BoundTextField } from '../../ui/form/index.ts';
import type { DialogProps } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { call } from '../api/client.ts';
import { ActDialog } from './act-dialog.tsx';

const schema = z.object({ email: email() });

/** Corrects the address of an account. */
export function AddressDialog({
  person,
  onDone,
  ...dialog
}: DialogProps & {
  readonly person: Pick<PersonView, 'id' | 'name' | 'email'>;
  readonly onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  return (
    <ActDialog
      {...dialog}
      title={t('person.do.address')}
      schema={schema}
      defaults={{ email: person.email }}
      submitLabel={t('person.correct')}
      onSend={async ({ email: to }) => {
        const { refusal } = await call('correctAddress', {
          params: { id: person.id },
          body: { email: to, reason: null },
        });
        if (refusal !== null) return t(`person.addressRefusals.${refusal}`);
        notify.success(t('person.done.address'));
        await onDone();
        return null;
      }}
    >
      <p>{t('person.effect.address', { name: isolated(person.name) })}</p>
      <BoundTextField
        name="email"
        label={t('person.newAddress')}
        inputMode="email"
        autoComplete="off"
        required
      />
    </ActDialog>
  );
}
