import { Button, Stack } from '@mantine/core';
import type { UserView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { formatDay, today } from '../../../lib/format/formats.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Form } from '../../../ui/form/index.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { notify } from '../../../ui/notify.ts';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import {
  identityOf,
  identityResolver,
  identityUpload,
  type WithIdentity,
} from '../forms/identity-rules.ts';
import { IdentityFields } from './identity-fields.tsx';

function IdentityForm({
  user,
  onClose,
  onSaved,
}: {
  user: UserView;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}) {
  const { t } = useTranslation(['profile', 'common']);
  const attempt = useAttempt();
  const upload = useEndpointAction('uploadIdentity');
  const form = useFormWithSummary<WithIdentity, unknown, WithIdentity>({
    defaultValues: { identity: identityOf(user.identity) },
    resolver: identityResolver,
  });
  const draft = useFormDraft(form, 'identity');
  const submit = async ({ identity }: WithIdentity): Promise<void> => {
    const input = identityUpload(user.id, identity);
    if (input === null) return;
    await attempt(async () => {
      await upload.run(input);
      draft.clear();
      notify.success(t('identity.done'));
      await onSaved();
      onClose();
    });
  };
  return (
    <Form form={form} draft={draft} label={t('identity.title')} onSubmit={submit}>
      <fieldset disabled={upload.isRunning}>
        <Stack>
          <IdentityFields />
        </Stack>
      </fieldset>
      <div className={layout['onward']}>
        <Button
          variant="default"
          disabled={upload.isRunning}
          onClick={() => {
            draft.discard();
            onClose();
          }}
        >
          {t('common:actions.cancel')}
        </Button>
        <ProgressButton type="submit" isRunning={upload.isRunning} progress={upload.progress}>
          {t('identity.send')}
        </ProgressButton>
      </div>
    </Form>
  );
}

/** Identity paper in the profile: the uploaded one, and an upload for a missing or expired one. */
export function IdentitySection({
  user,
  onSaved,
}: {
  user: UserView;
  onSaved: () => Promise<unknown>;
}) {
  const { t } = useTranslation(['profile', 'accounts']);
  const [isOpen, setOpen] = useState(false);
  const paper = user.identity;
  const isHandedIn = paper?.hasFile === true;
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="own-identity">
      <h2 id="own-identity" className={layout['title']}>
        {t('identity.title')}
      </h2>
      {paper === null || !isHandedIn ? (
        <p className={layout['lead']}>{t('identity.none')}</p>
      ) : (
        <>
          {paper.idExpirationDate < today() ? (
            <Banner tone="warning">{t('identity.expired')}</Banner>
          ) : null}
          <dl className={layout['facts']}>
            <dt>{t('accounts:identity.type')}</dt>
            <dd>{t(`accounts:identity.${paper.typeIdentity}`)}</dd>
            <dt>{t('accounts:identity.expiry')}</dt>
            <dd>
              <LtrText>{formatDay(paper.idExpirationDate)}</LtrText>
            </dd>
          </dl>
        </>
      )}
      {isOpen ? (
        <IdentityForm user={user} onSaved={onSaved} onClose={() => setOpen(false)} />
      ) : (
        <Actions justify="flex-start">
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(isHandedIn ? 'identity.replace' : 'identity.handIn')}
          </Button>
        </Actions>
      )}
    </Stack>
  );
}
