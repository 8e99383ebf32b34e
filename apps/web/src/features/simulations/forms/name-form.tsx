import { Button } from '@mantine/core';
import { simulationName } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useUnsaved } from '../../../ui/dialog.tsx';
import { BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { useShownAttempt } from '../../../ui/use-failure.ts';

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
  const { failure, isRunning, attempt } = useShownAttempt();
  const form = useSchemaForm(simulationName, { name });
  useUnsaved(form.formState.isDirty);
  return (
    <Form
      form={form}
      label={t('mine.name')}
      onSubmit={(values) => attempt(() => onSend(values.name))}
    >
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
