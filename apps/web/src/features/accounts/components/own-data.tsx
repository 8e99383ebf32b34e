import { Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { type BodyInputOf, deleteAccountBody, type Endpoints } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { tabStore } from '../../../lib/drafts/device-store.ts';
import { endSession, deletionRequestedKey } from '../../../lib/session/session.ts';
import { isFieldFault } from '../../../lib/http/http.ts';
import { saveResponse } from '../../../lib/uploads/uploads.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useAttempt, useFormAttempt } from '../../../ui/use-failure.ts';
import { CodeField, CurrentPasswordField } from './proof-fields.tsx';

type Values = BodyInputOf<Endpoints['deleteAccount']>;

function DeleteForm({ isAgent, onClose }: { isAgent: boolean; onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  const attempt = useFormAttempt();
  const [needsCode, setNeedsCode] = useState(false);
  const navigate = useNavigate();
  const form = useSchemaForm(deleteAccountBody, { currentPassword: '' });
  const remove = useEndpointAction('deleteAccount');
  const submit = (values: Values) =>
    attempt(async () => {
      try {
        await remove.run({ body: values });
      } catch (error) {
        if (isFieldFault(error, 'code')) setNeedsCode(true);
        throw error;
      }
      endSession();
      tabStore.set(deletionRequestedKey, '1');
      void navigate('/login');
    });
  return (
    <Form form={form} label={t('data.delete')} onSubmit={submit}>
      <Stack component="ul" className={layout['bullets']} gap="xs">
        <li>{t('data.signedOut')}</li>
        <li>{t('data.grace')}</li>
        <li>{t(isAgent ? 'data.agent' : 'data.requests')}</li>
      </Stack>
      <CurrentPasswordField />
      {needsCode ? <CodeField label={t('password.code')} /> : null}
      <FormActions
        isRunning={remove.isRunning}
        onCancel={onClose}
        submitLabel={t('data.delete')}
        isSerious
      />
    </Form>
  );
}

/** Export of the person's data, and erasure of the account (law 09-08). */
export function OwnData({ isAgent }: { isAgent: boolean }) {
  const { t } = useTranslation('profile');
  const attempt = useAttempt();
  const download = useEndpointAction('exportOwnData');
  // The erasure was already requested; the banner above the page cancels it.
  const isEnding = (useSession()?.deletionDueOn ?? null) !== null;
  const [isDeleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  const take = () => attempt(async () => saveResponse(await download.run({}), 'wasl.json'));
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('data.title')}</h2>
      <p className={layout['lead']}>{t('data.lead')}</p>
      <Group justify="space-between" gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isRunning}
          onClick={() => void take()}
        >
          {t('data.download')}
        </Button>
        {isEnding ? null : (
          <Button
            variant="subtle"
            color="clay"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {t('data.delete')}
          </Button>
        )}
      </Group>
      <Dialog opened={isDeleting} onClose={close} title={t('data.question')} size="md">
        <DeleteForm isAgent={isAgent} onClose={close} />
      </Dialog>
    </Stack>
  );
}
