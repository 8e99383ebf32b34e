import { Button } from '@mantine/core';
import type { StepFile } from '@wasl/contracts';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { formatDay, isolated, useFormats } from '../../../../lib/format/formats.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { useAttempt } from '../../../../ui/use-failure.ts';
import { documentToRead } from '../../rules/document-to-read.ts';
import { useOwnerChange } from '../step/use-owner-change.ts';

/** Percent from which only the closing of a step remains. */
const nearlyDone = 90;

/** What the organisation has to do next on a step, and the link or button for it. */
export function NextMove({
  stepId,
  file,
  onClosing,
  onChanged,
}: {
  stepId: number;
  file: StepFile;
  /** Leads to the form at 100 %. */
  onClosing: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation(['worklist', 'agent']);
  const formats = useFormats();
  const { search } = useLocation();
  const owner = useOwnerChange();
  const attempt = useAttempt();
  const wake = useEndpointAction('wakeStep');
  const { row } = file;
  const document = documentToRead(file);
  if (row.awaitsAnswer) {
    return (
      <Banner tone="warning" title={t('agent:ofFile.answer')}>
        <Link to={{ search, hash: 'messages' }}>{t('next.messages')}</Link>
      </Banner>
    );
  }
  if (document !== undefined) {
    return (
      <Banner tone="warning" title={t('agent:ofFile.document', { document: isolated(document) })}>
        <Link to={{ search, hash: 'documents' }}>{t('agent:ofFile.read')}</Link>
      </Banner>
    );
  }
  if (row.snooze !== null) {
    const { until, reason } = row.snooze;
    return (
      <Banner tone="info" title={t('agent:snooze.until', { day: isolated(formatDay(until)) })}>
        <p dir="auto">{reason}</p>
        <Button
          variant="light"
          size="sm"
          loading={wake.isRunning}
          onClick={() =>
            void attempt(async () => {
              await wake.run({ params: { stepId } });
              await onChanged();
            })
          }
        >
          {t('agent:snooze.wake')}
        </Button>
      </Banner>
    );
  }
  if (!row.abilities.canUpdate) return null;
  if (row.owner === null) {
    return (
      <Banner tone="info" title={t('agent:ofFile.take')}>
        <Button
          variant="light"
          size="sm"
          disabled={owner.me === undefined}
          loading={owner.isRunning}
          leftSection={<IconHandStop size={18} aria-hidden />}
          onClick={async () => {
            await owner.give(stepId, row, owner.me ?? null);
            await onChanged();
          }}
        >
          {t('owner.take')}
        </Button>
      </Banner>
    );
  }
  if (row.awaitedDocuments > 0 || file.step.percent < nearlyDone) return null;
  return (
    <Banner
      tone="info"
      title={t('agent:ofFile.close', { percent: formats.percent(file.step.percent) })}
    >
      <Button variant="light" size="sm" onClick={onClosing}>
        {t('agent:ofFile.goClose')}
      </Button>
    </Banner>
  );
}
