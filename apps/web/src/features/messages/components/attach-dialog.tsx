import { Button, Stack } from '@mantine/core';
import { mostAttachments } from '@wasl/contracts';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { FileField } from '../../../ui/form/file-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../ui/states.tsx';
import type { Attachments, AttachedDocument } from '../rules/attachments.ts';

interface Choice {
  readonly stepId: number;
  readonly attached: Attachments;
  readonly onDocument: (document: AttachedDocument) => void;
}

/** Available documents of the step and its request that are not yet chosen. */
function Documents({ stepId, attached, onDocument }: Choice) {
  const { t } = useTranslation('messages');
  const formats = useFormats();
  const { data, error, reload } = useEndpoint('getStepDocuments', {
    params: { stepId },
    query: {},
  });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const labelled = [
    ...data.stepDocuments.map((item) => ({ ...item, label: item.document.libelle })),
    ...data.requestDocuments.map((item) => ({ ...item, label: item.libelle.libelle })),
  ];
  const offered = labelled.flatMap(({ filename, originalName, size, state, label }) =>
    filename === null ||
    state === 'INFECTED' ||
    attached.documents.some((one) => one.filename === filename)
      ? []
      : [{ filename, originalName: originalName ?? label, size: size ?? 0, label }],
  );
  if (offered.length === 0) return <p className={layout['small']}>{t('attach.noDocument')}</p>;
  const isFull = attached.documents.length >= mostAttachments.documents;
  return (
    <>
      {isFull ? <p className={layout['small']}>{t('attach.full')}</p> : null}
      <Stack component="ul" gap="xs">
        {offered.map(({ label, ...document }) => (
          <li key={document.filename}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              ta="start"
              disabled={isFull}
              leftSection={<IconPaperclip size={18} aria-hidden />}
              onClick={() => onDocument(document)}
            >
              <span>
                {label}{' '}
                <span className={layout['small']}>
                  <bdi>{document.originalName}</bdi> ({formats.bytes(document.size)})
                </span>
              </span>
            </Button>
          </li>
        ))}
      </Stack>
    </>
  );
}

export default function AttachDialog({
  opened,
  onClose,
  onFile,
  ...choice
}: Choice & DialogProps & { onFile: (file: File) => void }) {
  const { t } = useTranslation('messages');
  return (
    <Dialog opened={opened} onClose={onClose} size="md" title={t('attach.title')}>
      {opened ? (
        <Stack>
          <section aria-label={t('attach.documents')}>
            <Stack gap="xs">
              <h3>{t('attach.documents')}</h3>
              <Documents {...choice} />
            </Stack>
          </section>
          {choice.attached.files.length >= mostAttachments.files ? (
            <p className={layout['small']}>{t('attach.full')}</p>
          ) : (
            <FileField
              label={t('attach.own')}
              kind="pdf"
              pagesKey={`message:${String(choice.stepId)}`}
              pagesName={t('attach.pages')}
              value={null}
              onChange={(file) => {
                if (file !== null) onFile(file);
              }}
            />
          )}
        </Stack>
      ) : null}
    </Dialog>
  );
}
