import { Stack } from '@mantine/core';
import { email } from '@wasl/contracts';
import type { PersonView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated, useFormats } from '../../lib/format/formats.ts';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextField, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import type { DialogProps } from '../../ui/modal.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import { call } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';

const schema = z.object({ email: email() });

interface Props {
  readonly person: Pick<PersonView, 'id' | 'name' | 'email'>;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Content({ person: { id, name, email: address }, onDone, onClose }: Props) {
  const { t } = useTranslation('administration');
  const { list } = useFormats();
  const { data, error, reload } = useCall('readErasure', { params: { id } });
  const form = useSchemaForm(schema, { email: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const [isOther, setOther] = useState(false);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Form
      form={form}
      label={t('person.do.erase')}
      onSubmit={async (body) => {
        setFailure(null);
        setOther(false);
        try {
          const { refusal } = await call('erasePerson', { params: { id }, body });
          if (refusal === null) await onDone();
          else setOther(true);
        } catch (fault) {
          if (hasFieldFaults(fault)) throw fault;
          setFailure(fault);
        }
      }}
    >
      <Stack gap="xs">
        <p>{t('person.effect.erase', { name: isolated(name) })}</p>
        {data.requests.length === 0 ? null : (
          <p>
            {t('person.withdrawn', {
              count: data.requests.length,
              numbers: list(data.requests.map(isolated)),
            })}
          </p>
        )}
        {data.files === 0 ? null : <p>{t('person.removed', { count: data.files })}</p>}
      </Stack>
      <BoundTextField
        name="email"
        label={t('person.typeAddress', { address: isolated(address) })}
        control={form.control}
        inputMode="email"
        autoComplete="off"
        required
      />
      {isOther ? <Banner tone="error">{t('person.otherAddress')}</Banner> : null}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('person.do.erase')}
        isSerious
      />
    </Form>
  );
}

/** Says what an erasure removes, and asks for the address of the account. */
export function ErasureDialog({ opened, ...content }: DialogProps & Props) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={opened} onClose={content.onClose} title={t('person.do.erase')} size="md">
      <Content {...content} />
    </Dialog>
  );
}
