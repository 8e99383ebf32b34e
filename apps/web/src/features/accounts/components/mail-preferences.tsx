import { Box, Button, Checkbox, Stack } from '@mantine/core';
import type { MailPreferences as Preferences } from '@wasl/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Checkbox.css';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { DraftNotice } from '../../../ui/form/draft-notice.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';

function Choice({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation(['profile', 'common']);
  const attempt = useAttempt();
  const save = useEndpointAction('saveMailPreferences');
  const { kinds } = preferences;
  const form = useForm({
    defaultValues: { wanted: kinds.filter((kind) => preferences.wanted.includes(kind)) },
  });
  const draft = useFormDraft(form, 'mail-preferences');
  const { wanted } = form.watch();
  const submit = () =>
    attempt(async () => {
      await save.run({ body: { wanted } });
      draft.discard();
      form.reset({ wanted });
      await refresh('getMailPreferences');
      notify.success(t('profile:emails.saved'));
    });
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DraftNotice draft={draft} part="question" />
      <fieldset disabled={save.isRunning}>
        <Box component="legend" className={layout['lead']} fw={400} mb="sm">
          {t('profile:emails.lead')}
        </Box>
        <Stack>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`profile:emails.kinds.${kind}`)}
              checked={wanted.includes(kind)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                form.setValue(
                  'wanted',
                  kinds.filter((one) => (one === kind ? checked : wanted.includes(one))),
                  { shouldDirty: true },
                );
              }}
            />
          ))}
        </Stack>
      </fieldset>
      <p className={layout['lead']}>{t('profile:emails.always')}</p>
      <div>
        <Button type="submit" variant="default" loading={save.isRunning}>
          {t('profile:emails.save')}
        </Button>
      </div>
      <DraftNotice draft={draft} part="saved" />
    </Stack>
  );
}

/** Mail preferences; the footer of every optional mail leads here. */
export function MailPreferences() {
  const { t } = useTranslation('profile');
  const { data, error, reload } = useEndpoint('getMailPreferences', {});
  return (
    <Stack id="emails" component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('emails.title')}</h2>
      {data === undefined ? (
        <LoadingOrError error={error} onRetry={reload} height={360} />
      ) : (
        <Choice preferences={data} />
      )}
    </Stack>
  );
}
