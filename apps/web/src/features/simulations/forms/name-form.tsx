import { Button } from '@mantine/core';
import { simulationName } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useUnsaved } from '../../../ui/dialog.tsx';
import { BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';

/** The name of a simulation. */
export function NameForm({
  name,
  onSend,
}: {
  name: string;
  /** Keeps it and closes; what it throws is said here. */
  onSend: (name: string) => Promise<unknown>;
}) {
  const { t } = useTranslation('simulations');
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const form = useSchemaForm(simulationName, { name });
  useUnsaved(form.formState.isDirty);
  const submit = async (values: { name: string }): Promise<void> => {
    setFailure(null);
    setRunning(true);
    try {
      await onSend(values.name);
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Form form={form} label={t('mine.name')} onSubmit={submit}>
      <BoundTextField<{ name: string }> name="name" label={t('mine.name')} required />
      <FailureBanner failure={failure} />
      <Actions>
        <Button type="submit" loading={isRunning}>
          {t('mine.save')}
        </Button>
      </Actions>
    </Form>
  );
}
