import { Box, Button, Group, Stack } from '@mantine/core';
import {
  deliveryRetentionDays,
  type DeliveryView,
  type WebhookView,
} from '@wasl/contracts/plugins/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated, today } from '../../../lib/format/formats.ts';
import { serverNow } from '../../../lib/http/server-time.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import { deliveryTones, kindWords } from '../rules/webhook-words.ts';

/** Polls while a delivery is pending. */
const pollMs = 3000;
const dayMs = 24 * 60 * 60 * 1000;

function Delivery({ of, onReplay }: { of: DeliveryView; onReplay: (() => unknown) | null }) {
  const { t } = useTranslation('webhooks');
  const { kind, state, createdAt, httpStatus, fault, durationMs, attempts, nextAttemptAt } = of;
  const what = t(`kind.${kindWords[kind]}`);
  const at = formatMoment(createdAt);
  const statusText =
    httpStatus === null
      ? fault === null
        ? null
        : t(`fault.${fault}`)
      : t('answered', { status: httpStatus });
  return (
    <li className={layout['entry']}>
      <Box className={layout['wrap']} flex="1 1 240px" miw={0}>
        <p className={layout['strong']}>{what}</p>
        <p>
          <LtrText>{at}</LtrText>
          {statusText === null ? null : <> · {statusText}</>}
          {durationMs === null ? null : (
            <>
              {' · '}
              <LtrText>{`${String(durationMs)} ms`}</LtrText>
            </>
          )}
        </p>
        <p className={layout['small']}>
          {t('attempts', { count: attempts })}
          {nextAttemptAt === null || attempts === 0 ? null : (
            <>
              {' · '}
              {t('next')} <LtrText>{formatMoment(nextAttemptAt)}</LtrText>
            </>
          )}
        </p>
      </Box>
      <Group gap="xs">
        <StatusTag tone={deliveryTones[state]} label={t(`deliveryState.${state}`)} isSmall />
        {onReplay === null ? null : (
          <Button
            variant="default"
            size="sm"
            aria-label={t('replayOf', { what, at })}
            onClick={() => void onReplay()}
          >
            {t('replay')}
          </Button>
        )}
      </Group>
    </li>
  );
}

export default function DeliveriesDialog({
  partnerId,
  webhook,
  opened,
  onClose,
}: DialogProps & { partnerId: number; webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const attempt = useAttempt();
  const params = { id: partnerId, webhookId: webhook.id };
  const { data, error, reload } = useEndpoint('listDeliveries', opened ? { params } : null, {
    isQuiet: true,
    refreshInterval: (last) =>
      last?.data.some(({ state }) => state === 'waiting') === true ? pollMs : 0,
  });
  const one = useEndpointAction('replayDelivery');
  const all = useEndpointAction('replayFailed');
  const [earliest] = useState(() => today(new Date(serverNow() - deliveryRetentionDays * dayMs)));
  const [since, setSince] = useState<string | null>(today());
  const isOff = webhook.state === 'off';

  const run = async (work: () => Promise<string>) => {
    await attempt(async () => notify.success(await work()));
    await reload();
  };
  const replay = ({ id }: DeliveryView) =>
    run(async () => {
      await one.run({ params: { ...params, deliveryId: id } });
      return t('replayed', { count: 1 });
    });
  const replayAll = (day: string) =>
    run(async () => {
      const { count } = (await all.run({ params, body: { since: day } })).data;
      return t('replayed', { count });
    });

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('deliveries.of', { name: isolated(webhook.description) })}
    >
      <Stack>
        {data !== undefined ? null : <LoadingOrError error={error} onRetry={reload} height={48} />}
        {data === undefined ? null : data.length === 0 ? (
          <p>{t('noDeliveries')}</p>
        ) : (
          <>
            {isOff ? null : (
              <Group align="flex-end">
                <Box flex="1 1 200px">
                  <DateField
                    label={t('since')}
                    value={since}
                    min={earliest}
                    max={today()}
                    clearable={false}
                    onChange={setSince}
                  />
                </Box>
                <Button
                  variant="default"
                  loading={all.isRunning}
                  disabled={since === null}
                  onClick={() => void replayAll(since ?? today())}
                >
                  {t('replayFailed')}
                </Button>
              </Group>
            )}
            <Stack component="ul" gap={0} aria-label={t('deliveries.action')}>
              {data.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  of={delivery}
                  onReplay={isOff || one.isRunning ? null : () => replay(delivery)}
                />
              ))}
            </Stack>
          </>
        )}
        <p className={layout['small']}>{t('kept', { count: deliveryRetentionDays })}</p>
      </Stack>
    </Dialog>
  );
}
