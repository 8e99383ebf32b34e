import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { SavedSimulation } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../lib/format/formats.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useShownAttempt } from '../../../ui/use-failure.ts';

function Share({
  simulation,
  onChanged,
}: {
  simulation: SavedSimulation;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation('shares');
  const make = useEndpointAction('shareSimulation');
  const takeBack = useEndpointAction('unshareSimulation');
  const [url, setUrl] = useState<string | null>(null);
  const { failure, attempt } = useShownAttempt();
  const params = { id: simulation.id };
  const until = simulation.sharedUntil;
  const isShared = until !== null;
  const run = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await onChanged();
    });
  return (
    <Stack>
      <p>{t('lead')}</p>
      <p role="status">
        {isShared ? t('until', { day: isolated(formatDay(until.slice(0, 10))) }) : ''}
      </p>
      {url === null ? null : (
        <>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('link')}
              value={url}
              readOnly
              dir="ltr"
              flex={1}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={url} label={t('copy')} />
          </Group>
          <p className={layout['small']}>{t('once')}</p>
        </>
      )}
      <FailureBanner failure={failure} />
      <Group>
        <Button
          variant={url === null ? 'filled' : 'default'}
          loading={make.isRunning}
          onClick={() =>
            void run(async () => {
              setUrl((await make.run({ params })).data.url);
            })
          }
        >
          {t(isShared ? 'another' : 'make')}
        </Button>
        {isShared ? (
          <Button
            variant="default"
            loading={takeBack.isRunning}
            onClick={() =>
              void run(async () => {
                await takeBack.run({ params });
                setUrl(null);
                notify.success(t('takenBack'));
              })
            }
          >
            {t('takeBack')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** Creates, copies and revokes a link that shows the figures of a simulation without personal data. */
export default function ShareDialog({
  simulation,
  opened,
  onClose,
  onChanged,
}: DialogProps & {
  simulation: SavedSimulation | null;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation('shares');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('title', { name: isolated(simulation?.name ?? '') })}
      isSmall
    >
      {simulation === null ? null : (
        <Share key={simulation.id} simulation={simulation} onChanged={onChanged} />
      )}
    </Dialog>
  );
}
