import { Button } from '@mantine/core';
import { simulationName } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { useShownAttempt } from '../../../ui/use-failure.ts';

export function NameForm({
  name,
  draftName,
  onSend,
}: {
  name: string;
  draftName: string;
  /** Saves the name and closes; the form shows the error that it throws. */
  onSend: (name: string) => Promise<unknown>;
}) {
  const { t } = useTranslation('simulations');
  const { failure, isRunning, attempt } = useShownAttempt();
  const form = useSchemaForm(simulationName, { name });
  const draft = useDialogDraft(form, draftName);
  return (
    <Form
      form={form}
      draft={draft}
      label={t('mine.name')}
      onSubmit={(values) =>
        attempt(async () => {
          await onSend(values.name);
          draft.clear();
        })
      }
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
