import { Box, Button, Stack } from '@mantine/core';
import type { BulkActionInput, WorklistRow } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../../lib/format/formats.ts';
import { hasFieldFaults } from '../../../../lib/http/http.ts';
import { FailureBanner } from '../../../../ui/failure-banner.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Actions } from '../../../../ui/layout/actions.tsx';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { BulkDocuments } from '../../forms/bulk-documents.tsx';
import { BulkMessage } from '../../forms/bulk-message.tsx';
import type { BulkOutcome } from '../../rules/bulk-run.ts';
import { BulkResult } from './bulk-result.tsx';
import { Colleagues } from '../step/hand-over-dialog.tsx';
import type { BulkTask, useBulk } from './use-bulk.ts';

type Send = (action: BulkActionInput, rows?: readonly WorklistRow[]) => Promise<boolean>;

/** Asks before taking over steps that colleagues own. */
function ClaimQuestion({ rows, send }: { rows: readonly WorklistRow[]; send: Send }) {
  const { t } = useTranslation('bulk');
  const formats = useFormats();
  const others = rows.filter(({ owner }) => owner?.isMe === false);
  const free = rows.filter((row) => !others.includes(row));
  const names = [...new Set(others.map(({ owner }) => isolated(owner?.name ?? '')))];
  return (
    <>
      <p>{t('claim.others', { count: others.length, names: formats.names(names) })}</p>
      <Actions>
        {free.length === 0 ? null : (
          <Button variant="default" onClick={() => void send({ kind: 'claim' }, free)}>
            {t('claim.free', { count: free.length })}
          </Button>
        )}
        <Button onClick={() => void send({ kind: 'claim' })}>
          {t('claim.all', { count: rows.length })}
        </Button>
      </Actions>
    </>
  );
}

/** The chosen rows, including those from other pages. */
function ChosenFiles({ rows }: { rows: readonly WorklistRow[] }) {
  const { t } = useTranslation('bulk');
  return (
    <details>
      <Box component="summary" py={10}>
        {t('files', { count: rows.length })}
      </Box>
      <Stack component="ul" gap={8} mah="40vh" fz={15} style={{ overflowY: 'auto' }}>
        {rows.map((row) => (
          <li key={row.processingStepId}>
            <LtrText>{row.numRequest}</LtrText> <bdi>{row.beneficiary.name}</bdi>
          </li>
        ))}
      </Stack>
    </details>
  );
}

export default function BulkDialog({
  bulk,
  task,
  onFinished,
}: {
  bulk: ReturnType<typeof useBulk>;
  task: BulkTask;
  onFinished: (outcomes: readonly BulkOutcome[]) => void;
}) {
  const { t } = useTranslation('bulk');
  const formats = useFormats();
  const [failure, setFailure] = useState<unknown>(null);
  const { kind, rows } = task;
  const { progress, outcomes } = bulk;
  const isRunning = progress !== null;
  const attempt = async (work: () => Promise<readonly BulkOutcome[]>) => {
    setFailure(null);
    try {
      onFinished(await work());
      return true;
    } catch (error) {
      // The form shows field errors itself.
      if (kind !== 'claim' && hasFieldFaults(error)) throw error;
      setFailure(error);
      return false;
    }
  };
  const send: Send = (action, some = rows) => attempt(() => bulk.run(task, action, some));
  const partnerId = rows[0]?.idPartner ?? null;
  const form = { isRunning, onSend: send, onClose: bulk.close };
  return (
    <Dialog
      opened={bulk.isOpen}
      onClose={bulk.close}
      size="md"
      closable={!isRunning}
      title={t(`title.${kind}`, { count: rows.length })}
    >
      <Stack gap="md">
        {outcomes === null ? <ChosenFiles rows={rows} /> : null}
        {outcomes !== null ? (
          <BulkResult
            kind={kind}
            outcomes={outcomes}
            isRunning={isRunning}
            onClose={bulk.close}
            onRetry={(again) => attempt(() => bulk.retry(again))}
          />
        ) : kind === 'claim' ? (
          <ClaimQuestion rows={rows} send={send} />
        ) : kind === 'message' ? (
          <BulkMessage {...form} />
        ) : partnerId === null ? null : kind === 'handOver' ? (
          <Colleagues
            partnerId={partnerId}
            owner={null}
            onChoose={async (to, reason) => {
              try {
                return await send({ kind: 'handOver', to, reason });
              } catch (error) {
                setFailure(error);
                return false;
              }
            }}
          />
        ) : (
          <BulkDocuments {...form} partnerId={partnerId} />
        )}
        <FailureBanner failure={failure} />
        {isRunning && rows.length > 1 ? (
          <ProgressBar
            value={progress}
            label={t('running', { percent: formats.percent(Math.round(progress * 100)) })}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}
