import { email } from '@wasl/contracts';
import type { PersonView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextField, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import type { DialogProps } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { call } from '../api/client.ts';

const schema = z.object({ email: email() });

interface Props {
  readonly person: Pick<PersonView, 'id' | 'name' | 'email'>;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Content({ person, onDone, onClose }: Props) {
  const { t } = useTranslation('administration');
  const form = useSchemaForm(schema, { email: person.email });
  const [failure, setFailure] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<string>();
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={t('person.do.address')}
      onSubmit={async ({ email: to }) => {
        setFailure(null);
        setRefusal(undefined);
        try {
          const answer = await call('correctAddress', {
            params: { id: person.id },
            body: { email: to, reason: null },
          });
          if (answer.refusal !== null) {
            setRefusal(t(`person.addressRefusals.${answer.refusal}`));
            return;
          }
          notify.success(t('person.done.address'));
          await onDone();
          onClose();
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <p>{t('person.effect.address', { name: isolated(person.name) })}</p>
      <BoundTextField
        name="email"
        label={t('person.newAddress')}
        control={form.control}
        inputMode="email"
        autoComplete="off"
        required
      />
      {refusal === undefined ? null : <Banner tone="error">{refusal}</Banner>}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('person.correct')}
      />
    </Form>
  );
}

/** Corrects the address of an account. */
export function AddressDialog({ opened, ...content }: DialogProps & Props) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={opened} onClose={content.onClose} title={t('person.do.address')} size="md">
      <Content {...content} />
    </Dialog>
  );
}
