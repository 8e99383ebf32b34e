import { Button } from '@mantine/core';
import type { StepSummary } from '@wasl/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../i18n/error-text.ts';
import { chosenFiles, storeChosenFiles } from '../../lib/drafts/chosen-files.ts';
import { useEndpointAction } from '../../lib/http/use-endpoint.ts';
import { FileField } from '../../ui/form/file-field.tsx';
import { notify } from '../../ui/notify.ts';
import { useMissingRecord } from '../../ui/use-missing-record.ts';

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Takes one requested document: photographs, images or a PDF. */
export default function HandIn({
  stepId,
  document,
  isPrimary,
  onDone,
}: {
  stepId: number;
  document: StepSummary['awaited'][number];
  isPrimary: boolean;
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
        pagesKey={pages}
        isPrimary={isPrimary}
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
