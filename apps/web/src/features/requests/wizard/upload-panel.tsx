import { Button, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { isolated } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FileField } from '../../../ui/form/file-field.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import type { QueuedFile } from './upload-queue.ts';
import type { ReportState } from './use-save-request.ts';

/** After the request was saved: its uploads, each with progress, cancel and retry. */
export function UploadPanel({
  numRequest,
  labelOf,
  queue,
  onFile,
  onRetry,
  onCancel,
  onLeave,
  report,
  onReport,
}: {
  numRequest: string;
  labelOf: (code: string) => string;
  queue: readonly QueuedFile[];
  onFile: (code: string, file: File | null) => void;
  onRetry: (code: string) => unknown;
  onCancel: (code: string) => void;
  /** Continues without the failed uploads. */
  onLeave: () => void;
  report: ReportState;
  /** Requests the simulation's report again. */
  onReport: () => unknown;
}) {
  const { t } = useTranslation(['wizard', 'common']);
  const errorText = useErrorText();
  const isSending = report === 'sending' || queue.some((item) => item.status === 'sending');
  const stopped = queue.filter((item) => item.status === 'failed' || item.status === 'cancelled');
  return (
    <Stack component="section" className={layout['card']} gap="lg" aria-labelledby="upload-title">
      <h2 id="upload-title">
        <LtrNumbers text={t('upload.title', { number: numRequest })} />
      </h2>
      {!isSending && stopped.length > 0 ? (
        <Banner tone="warning" live>
          {t('upload.failed', { count: stopped.length })}
        </Banner>
      ) : (
        <p className={layout['lead']}>{t('upload.sending')}</p>
      )}
      {report === 'failed' ? (
        <Banner tone="warning" live>
          <p>{t('report.failed')}</p>
          <Button variant="light" disabled={isSending} onClick={() => void onReport()}>
            {t('report.again')}
          </Button>
        </Banner>
      ) : null}
      {queue.map((item) => (
        <Stack key={item.code} gap="xs">
          {item.status === 'done' ? (
            <Banner tone="success">
              {t('upload.done', {
                label: labelOf(item.code),
                name: isolated(item.file.name),
              })}
            </Banner>
          ) : (
            <FileField
              label={labelOf(item.code)}
              hint={t('documents.pdf')}
              kind="pdf"
              pagesKey={`request:${item.code}`}
              isRow
              value={item.file}
              progress={item.status === 'sending' ? item.progress : undefined}
              error={
                item.status === 'failed'
                  ? errorText(item.error)
                  : item.status === 'cancelled'
                    ? t('upload.cancelled')
                    : undefined
              }
              onCancel={() => onCancel(item.code)}
              onChange={(file) => onFile(item.code, file)}
            />
          )}
          {item.status === 'done' || item.status === 'sending' || isSending ? null : (
            <div>
              <Button
                variant="light"
                leftSection={<IconRefresh size={18} aria-hidden />}
                aria-label={t('upload.retryOne', { label: labelOf(item.code) })}
                onClick={() => void onRetry(item.code)}
              >
                {t('upload.send')}
              </Button>
            </div>
          )}
        </Stack>
      ))}
      {isSending ? null : (
        <Actions justify="flex-start">
          <Button variant="default" onClick={onLeave}>
            {t('upload.leave')}
          </Button>
        </Actions>
      )}
    </Stack>
  );
}
