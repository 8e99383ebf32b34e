import { Button } from '@mantine/core';
import type { OpenInvitation } from '@wasl/contracts';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../../lib/format/formats.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';

/** Shown when the person has never signed in: date of the invitation, and a button to invite again. */
export function NeverSignedIn({
  stepId,
  invitation: read,
  onSent,
}: {
  stepId: number;
  invitation: OpenInvitation;
  /** Called when data outside this component changed. */
  onSent?: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  const attempt = useAttempt();
  const send = useEndpointAction('sendInvitation');
  const [sent, setSent] = useState<OpenInvitation | null>(null);
  const { invitedOn, remindedOn, nextOn } = sent ?? read;
  const on = (key: 'invited' | 'reminded' | 'next', day: string | null) =>
    day === null ? [] : [t(`invitation.${key}`, { day: isolated(formatDay(day)) })];
  const invite = async () => {
    await attempt(async () => {
      const { data } = await send.run({ params: { stepId } });
      setSent(data.invitation);
      notify.success(t('invitation.sent'));
    });
    await onSent?.();
  };
  return (
    <Banner tone="warning" title={t('invitation.title')}>
      <p>
        {[...on('invited', invitedOn), ...on('reminded', remindedOn), ...on('next', nextOn)].join(
          ' ',
        )}
      </p>
      {nextOn === null ? (
        <Button
          mt="xs"
          size="sm"
          variant="default"
          loading={send.isRunning}
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => void invite()}
        >
          {t('invitation.send')}
        </Button>
      ) : null}
    </Banner>
  );
}
