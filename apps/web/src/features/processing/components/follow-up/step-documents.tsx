import { Button, Group, Stack } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { IconFileCheck, IconHourglass, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../../i18n/error-text.ts';
import { chosenFiles, storeChosenFiles } from '../../../../lib/drafts/chosen-files.ts';
import { call } from '../../../../lib/http/api-client.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import { FileStateTag } from '../../../../ui/file-state.tsx';
import { FileField } from '../../../../ui/form/file-field.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { notify } from '../../../../ui/notify.ts';
import { useMissingRecord } from '../../../../ui/use-missing-record.ts';

type Expected = StepView['documents'][number];

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function HandIn({
  stepId,
  document,
  onDone,
}: {
  stepId: number;
  document: Expected['document'];
  onDone: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  const errorText = useErrorText();
  const upload = useEndpointAction('uploadStepDocuments');
  const pages = `step:${String(stepId)}:${document.code}`;
  const [file, setFile] = useState(() => chosenFiles(pages)[0] ?? null);
  const [failure, setFailure] = useState<unknown>(null);
  useMissingRecord(failure);
  const choose = (next: File | null) => {
    setFile(next);
    storeChosenFiles(pages, next === null ? [] : [next]);
    setFailure(null);
  };

  const send = async () => {
    if (file === null) return;
    setFailure(null);
    try {
      await upload.run({
        params: { stepId },
        body: { codes: [document.code] },
        files: { files: [file] },
      });
      choose(null);
      notify.success(t('documents.sent'));
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <>
      <FileField
        label={document.libelle}
        hint={t('documents.pdf')}
        kind="pdf"
        pagesKeptAs={pages}
        value={file}
        error={
          failure === null
            ? undefined
            : isAbort(failure)
              ? t('documents.cancelled')
              : errorText(failure)
        }
        progress={upload.isRunning ? upload.progress : undefined}
        onCancel={upload.cancel}
        onChange={choose}
      />
      {file === null || upload.isRunning ? null : (
        <Button
          mt={8}
          leftSection={<IconUpload size={18} aria-hidden />}
          aria-label={t('documents.sendOne', { label: document.libelle })}
          onClick={() => void send()}
        >
          {t('documents.send')}
        </Button>
      )}
    </>
  );
}

export function StepDocuments({
  step,
  canUpload,
  onChanged,
}: {
  step: StepView;
  canUpload: boolean;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  if (step.documents.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" aria-label={t('documents.title')}>
      {step.documents.map(({ document, url, state }) => (
        <li key={`${document.code} ${url ?? ''}`}>
          {url === null ? (
            canUpload ? (
              <HandIn stepId={step.id} document={document} onDone={onChanged} />
            ) : (
              <Group className={layout['box']} justify="space-between" gap="8px 12px" p="8px 12px">
                <Group component="span" gap={8} wrap="nowrap">
                  <IconHourglass size={18} aria-hidden />
                  {document.libelle}
                </Group>
                <span className={layout['small']}>{t('documents.awaited')}</span>
              </Group>
            )
          ) : (
            <Group className={layout['box']} justify="space-between" gap="8px 12px" p="8px 12px">
              <Group component="span" gap={8} wrap="nowrap">
                <IconFileCheck size={18} aria-hidden />
                {document.libelle}
              </Group>
              <FileStateTag state={state} />
              {state === 'INFECTED' ? null : (
                <DownloadButton
                  name={document.libelle}
                  load={() => call('downloadFileStep', { params: { name: url } })}
                />
              )}
            </Group>
          )}
        </li>
      ))}
    </Stack>
  );
}
