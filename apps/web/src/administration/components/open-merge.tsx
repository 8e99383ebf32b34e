import { Button, Group, Stack } from '@mantine/core';
import type { MergeView, PersonView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';

function Side({ side, label }: { side: MergeView['kept']; label: string }) {
  const { t } = useTranslation('administration');
  return (
    <li>
      <Group gap="xs">
        <StatusTag
          tone={side.isConfirmed ? 'done' : 'waiting'}
          label={t(side.isConfirmed ? 'merge.confirmed' : 'merge.unconfirmed')}
          isSmall
        />
        <span className={layout['wrap']}>
          <LtrText>{side.email}</LtrText>
        </span>
      </Group>
      <p className={layout['small']}>{label}</p>
    </li>
  );
}

/** The merge of a person's account that waits for confirmations, and its end. */
export function OpenMerge({
  person: { id },
  merge,
  onDone,
}: {
  person: Pick<PersonView, 'id'>;
  merge: MergeView;
  onDone: () => unknown;
}) {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const [isRunning, setRunning] = useState(false);
  const end = () =>
    attempt(async () => {
      setRunning(true);
      try {
        const { wasOpen } = await call('cancelMerge', { params: { id } });
        if (wasOpen) notify.success(t('merge.cancelled'));
        else notify.info(t('merge.over'));
        await refresh('readPerson', 'findPeople');
        onDone();
      } finally {
        setRunning(false);
      }
    });
  return (
    <Stack component="section" className={layout['card']} aria-label={t('merge.title')} gap="sm">
      <h2>{t('merge.title')}</h2>
      <Stack component="ul" gap="xs">
        <Side side={merge.kept} label={t('merge.remains')} />
        <Side side={merge.other} label={t('merge.ends')} />
      </Stack>
      <p className={layout['small']}>
        {t('merge.until', { until: isolated(formatMoment(merge.expiresAt)) })}
      </p>
      <Group>
        <Button variant="default" loading={isRunning} onClick={end}>
          {t('merge.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
