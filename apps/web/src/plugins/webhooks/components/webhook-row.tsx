import { Box, Button, Group } from '@mantine/core';
import type { WebhookView } from '@wasl/contracts/plugins/webhooks';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { kindWords, webhookTones } from '../rules/webhook-words.ts';

export type WebhookAct =
  | 'deliveries'
  | 'confirm'
  | 'edit'
  | 'test'
  | 'pause'
  | 'resume'
  | 'rotate'
  | 'remove';

function Since({ words, at }: { words: string; at: string }) {
  return (
    <>
      {words} <LtrText>{formatMoment(at)}</LtrText>
    </>
  );
}

export function WebhookRow({
  of,
  acts,
}: {
  of: WebhookView;
  acts: Readonly<Record<WebhookAct, (of: WebhookView) => unknown>>;
}) {
  const { t } = useTranslation(['webhooks', 'integrations']);
  const formats = useFormats();
  const {
    description: name,
    state,
    offReason,
    since,
    failingSince,
    secretBeforeUntil,
    dropped,
  } = of;
  const offered: readonly Exclude<WebhookAct, 'deliveries' | 'confirm'>[] = [
    ...(state === 'off' ? [] : (['test'] as const)),
    'edit',
    state === 'active' ? 'pause' : 'resume',
    'rotate',
    'remove',
  ];
  return (
    <li className={layout['entry']}>
      <Box className={layout['wrap']} flex="1 1 240px" miw={0}>
        <p className={layout['strong']}>
          <bdi>{name}</bdi>
        </p>
        <p>
          <LtrText>{of.url}</LtrText>
        </p>
        <p>{of.kinds.map((kind) => t(`kind.${kindWords[kind]}`)).join(' · ')}</p>
        <p className={layout['small']}>
          <Since words={t('integrations:made')} at={of.createdAt} />
          {of.createdBy === null ? null : (
            <>
              {' '}
              {t('integrations:by')} <bdi>{of.createdBy}</bdi>
            </>
          )}
          {of.confirmedBy === null ? null : (
            <>
              {', '}
              {t('integrations:confirm.by')} <bdi>{of.confirmedBy}</bdi>
            </>
          )}
          {since === null ? null : (
            <>
              {' · '}
              <Since words={t(state === 'off' ? 'sinceOff' : 'sincePaused')} at={since} />
            </>
          )}
          {secretBeforeUntil === null ? null : (
            <>
              {' · '}
              <Since words={t('bothUntil')} at={secretBeforeUntil} />
            </>
          )}
        </p>
        {of.confirmBy === null ? null : (
          <p>
            <Since words={t('integrations:confirm.until')} at={of.confirmBy} />
          </p>
        )}
        {offReason === null ? null : <p>{t(`off.${offReason}`)}</p>}
        {failingSince === null || state === 'off' ? null : (
          <p>
            <Since words={t('failing')} at={failingSince} />
          </p>
        )}
        {dropped === null ? null : (
          <p>
            <Since
              words={t('dropped', { number: formats.number(dropped.count) })}
              at={dropped.at}
            />
          </p>
        )}
      </Box>
      <Group gap="xs">
        <StatusTag tone={webhookTones[state]} label={t(`state.${state}`)} isSmall />
        {of.confirmBy === null ? null : (
          <Button
            size="sm"
            aria-label={t('integrations:confirm.of', { name })}
            onClick={() => void acts.confirm(of)}
          >
            {t('integrations:confirm.action')}
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          aria-label={t('deliveries.of', { name })}
          onClick={() => void acts.deliveries(of)}
        >
          {t('deliveries.action')}
        </Button>
        <Menu
          label={t('actions', { name })}
          button={{ variant: 'default', size: 'sm' }}
          entries={offered.map((act) => ({
            key: act,
            label: t(`${act}.action`),
            onChoose: () => acts[act](of),
            ...(act === 'remove' ? { tone: 'danger' as const } : {}),
          }))}
        >
          <IconDots size={18} aria-hidden />
        </Menu>
      </Group>
    </li>
  );
}
