import { Stack } from '@mantine/core';
import type { RequestDocumentView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { FileField } from '../../../ui/form/file-field.tsx';
import { BoundTextField } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { RemovableDocument, type Removal } from './removable-document.tsx';
import type { QueuedFile } from './upload-queue.ts';
import { groupDocuments, type RequestedDocument, type WizardValues } from './wizard-rules.ts';

/** Attached documents that the journey does not request, so that they are not sent unnoticed. */
function Unasked({
  documents,
  removal,
}: {
  documents: readonly RequestDocumentView[];
  removal: Removal;
}) {
  const { t } = useTranslation(['wizard', 'common']);
  if (documents.length === 0) return null;
  return (
    <Stack
      component="section"
      className={layout['box']}
      gap={10}
      mt="md"
      aria-labelledby="unasked-title"
    >
      <h3 id="unasked-title">{t('documents.unaskedTitle')}</h3>
      <p>{t('documents.unaskedLead')}</p>
      {documents.map((document) => (
        <div key={document.filename}>
          <strong>{document.libelle.libelle}</strong>
          <RemovableDocument document={document} removal={removal} />
        </div>
      ))}
    </Stack>
  );
}

/** Step 3: requested documents, link of the video, and further attachments. Needs a form context. */
export function DocumentsStep({
  asked,
  labelOf,
  queue,
  handed,
  removal,
  onFile,
}: {
  asked: readonly RequestedDocument[];
  labelOf: (code: string) => string;
  queue: readonly QueuedFile[];
  handed: readonly RequestDocumentView[];
  removal: Removal;
  onFile: (code: string, file: File | null) => void;
}) {
  const { t } = useTranslation('wizard');
  const files = asked.filter((item) => item.code !== 'ILLUSTRATIVE_VIDEO');
  const video = asked.find((item) => item.code === 'ILLUSTRATIVE_VIDEO');
  const there = groupDocuments(handed, asked);
  const hint = (item: RequestedDocument, text: string) =>
    item.mandatory ? `${text} · ${t('documents.mandatory')}` : text;
  const handedOf = (code: string) =>
    there.asked.map((document) =>
      document.libelle.code === code ? (
        <RemovableDocument key={document.filename} document={document} removal={removal} />
      ) : null,
    );
  return (
    <>
      {asked.length === 0 ? <p className={layout['lead']}>{t('documents.none')}</p> : null}
      <Stack gap="xs">
        {files.map((item) => (
          <div key={item.code}>
            <FileField
              label={labelOf(item.code)}
              hint={hint(item, t('documents.pdf'))}
              kind="pdf"
              pagesKey={`request:${item.code}`}
              isRow
              value={queue.find((file) => file.code === item.code)?.file ?? null}
              onChange={(file) => onFile(item.code, file)}
            />
            {handedOf(item.code)}
            {there.asked.some(({ libelle }) => libelle.code === item.code) &&
            !removal.removed.includes(item.code) ? (
              <p className={layout['small']}>{t('documents.replaces')}</p>
            ) : null}
          </div>
        ))}
        {video === undefined ? null : (
          <div>
            <BoundTextField<WizardValues>
              name="urlVideo"
              type="url"
              inputMode="url"
              maxLength={300}
              label={t('documents.ILLUSTRATIVE_VIDEO')}
              hint={hint(video, t('documents.videoHint'))}
            />
            {handedOf(video.code)}
          </div>
        )}
      </Stack>
      {files.length > 0 ? <p className={layout['small']}>{t('documents.filesNotSaved')}</p> : null}
      {there.reports.map((document) => (
        <Stack key={document.filename} className={layout['box']} gap={10} mt="md">
          <h3>{document.libelle.libelle}</h3>
          <RemovableDocument document={document} removal={removal} />
        </Stack>
      ))}
      <Unasked documents={there.unasked} removal={removal} />
    </>
  );
}
