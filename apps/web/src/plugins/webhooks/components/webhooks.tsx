import { Box, Button, Group, Stack } from '@mantine/core';
import type { WebhookView } from '@wasl/contracts/plugins/webhooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useAttempt } from '../../../ui/use-failure.ts';
import type { MadeSecret } from '../../../features/integrations/components/secret-dialog.tsx';
import { WebhookRow, type WebhookAct } from './webhook-row.tsx';

// Loaded on first use.
const WebhookDialog = lazyWithRetry(() => import('./webhook-dialog.tsx'));
const DeliveriesDialog = lazyWithRetry(() => import('./deliveries-dialog.tsx'));

/** Webhooks of the organisation; its responsables create and remove them. */
export function Webhooks({ partnerId }: { partnerId: number }) {
  const { t } = useTranslation(['webhooks', 'integrations']);
  const attempt = useAttempt();
  const params = { id: partnerId };
  const { data, error, reload } = useEndpoint('listWebhooks', { params });
  const setState = useEndpointAction('setWebhookState');
  const rotate = useEndpointAction('rotateWebhookSecret');
  const test = useEndpointAction('testWebhook');
  const remove = useEndpointAction('deleteWebhook');
  const confirmOne = useEndpointAction('confirmWebhook');
  // React key: each dialog begins with fresh state.
  const [dialogs, setDialogs] = useState(0);
  const [isMaking, setMaking] = useState(false);
  const [renewed, setRenewed] = useState<MadeSecret | null>(null);
  const [edited, setEdited] = useState<WebhookView | null>(null);
  const question = useDialog<{ act: 'rotate' | 'remove'; of: WebhookView }>();
  const asked = question.about;
  const deliveries = useDialog<string>();
  const shown = data?.find(({ id }) => id === deliveries.about);

  const run = async (work: () => Promise<unknown>) => {
    await attempt(work);
    await reload();
    question.close();
  };
  const open = (what: { secret?: MadeSecret; webhook?: WebhookView }) => {
    setRenewed(what.secret ?? null);
    setEdited(what.webhook ?? null);
    setDialogs((count) => count + 1);
    setMaking(true);
  };
  const acts: Record<WebhookAct, (of: WebhookView) => unknown> = {
    deliveries: ({ id }) => deliveries.open(id),
    confirm: (of) =>
      run(async () => {
        await confirmOne.run({ params: { ...params, webhookId: of.id } });
        notify.success(t('integrations:confirm.done', { name: isolated(of.description) }));
      }),
    test: (of) =>
      run(async () => {
        await test.run({ params: { ...params, webhookId: of.id } });
        deliveries.open(of.id);
      }),
    edit: (of) => open({ webhook: of }),
    pause: (of) =>
      run(() =>
        setState.run({ params: { ...params, webhookId: of.id }, body: { state: 'paused' } }),
      ),
    resume: (of) =>
      run(() =>
        setState.run({ params: { ...params, webhookId: of.id }, body: { state: 'active' } }),
      ),
    rotate: (of) => question.open({ act: 'rotate', of }),
    remove: (of) => question.open({ act: 'remove', of }),
  };
  const confirm = ({ act, of }: NonNullable<typeof asked>) =>
    run(async () => {
      const one = { params: { ...params, webhookId: of.id } };
      if (act === 'remove') {
        await remove.run(one);
        notify.success(t('remove.done', { name: isolated(of.description) }));
      } else {
        const { secret } = (await rotate.run(one)).data;
        open({ secret: { named: of.description, secret } });
      }
    });
  const name = isolated(asked?.of.description ?? '');

  return (
    <Stack component="section" className={layout['card']} aria-labelledby="webhooks">
      <h2 className={layout['title']} id="webhooks">
        {t('heading')}
      </h2>
      <p className={layout['lead']}>{t('lead')}</p>
      {data !== undefined ? null : <LoadingOrError error={error} onRetry={reload} height={48} />}
      {data === undefined ? null : data.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <Stack component="ul" gap={0} aria-label={t('list')}>
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} of={webhook} acts={acts} />
          ))}
        </Stack>
      )}
      <Group>
        <Button variant="default" onClick={() => open({})}>
          {t('add')}
        </Button>
      </Group>
      <Box className={layout['small']}>{t('guide')}</Box>
      {dialogs === 0 ? null : (
        <Suspense fallback={null}>
          <WebhookDialog
            key={dialogs}
            partnerId={partnerId}
            opened={isMaking}
            webhook={edited}
            renewed={renewed}
            onMade={reload}
            onChanged={({ description }) => {
              setMaking(false);
              notify.success(t('edit.done', { name: isolated(description) }));
              void reload();
            }}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {shown === undefined ? null : (
        <Suspense fallback={null}>
          <DeliveriesDialog
            key={shown.id}
            partnerId={partnerId}
            webhook={shown}
            opened={deliveries.isOpen}
            onClose={() => {
              deliveries.close();
              void reload();
            }}
          />
        </Suspense>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          opened={question.isOpen}
          title={t(`${asked.act}.title`, { name })}
          confirmLabel={t(`${asked.act}.action`)}
          tone={asked.act === 'remove' ? 'danger' : 'default'}
          isRunning={remove.isRunning || rotate.isRunning}
          onConfirm={() => confirm(asked)}
          onClose={question.close}
        >
          <p>{t(`${asked.act}.text`)}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
