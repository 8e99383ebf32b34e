import type { RequestDocumentCode, RequestDocumentView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { BoundTextField, FileField } from '../../../ui/form/index.ts';
import { HandedDocument } from '../components/handed-document.tsx';
import type { QueuedFile } from './upload-queue.ts';
import type { AskedDocument, WizardValues } from './wizard-rules.ts';
import styles from './wizard.module.css';

/** Step 3: the documents the journey asks for, and the video's link. Needs the form around it. */
export function DocumentsStep({
  asked,
  queue,
  handed,
  onFile,
}: {
  asked: readonly AskedDocument[];
  queue: readonly QueuedFile[];
  /** Documents that the request has already. */
  handed: readonly RequestDocumentView[];
  onFile: (code: RequestDocumentCode, file: File | null) => void;
}) {
  const { t } = useTranslation('wizard');
  const files = asked.filter((item) => item.code !== 'ILLUSTRATIVE_VIDEO');
  const video = asked.find((item) => item.code === 'ILLUSTRATIVE_VIDEO');
  const hint = (item: AskedDocument, text: string) =>
    item.mandatory ? `${text} · ${t('documents.mandatory')}` : text;
  if (asked.length === 0) return <p className={styles['lead']}>{t('documents.none')}</p>;
  return (
    <>
      {files.length > 0 ? <p className={styles['note']}>{t('documents.notKept')}</p> : null}
      <div className={styles['documents']}>
        {files.map((item) => {
          const there = handed.filter((document) => document.libelle.code === item.code);
          return (
            <div key={item.code}>
              <FileField
                label={t(`documents.${item.code}`)}
                hint={hint(item, t('documents.pdf'))}
                kind="pdf"
                value={queue.find((file) => file.code === item.code)?.file ?? null}
                onChange={(file) => {
                  onFile(item.code, file);
                }}
              />
              {there.map((document) => (
                <HandedDocument key={document.filename} document={document} />
              ))}
              {there.length > 0 ? (
                <p className={styles['note']}>{t('documents.replaces')}</p>
              ) : null}
            </div>
          );
        })}
        {video === undefined ? null : (
          <BoundTextField<WizardValues>
            name="urlVideo"
            type="url"
            inputMode="url"
            maxLength={300}
            label={t('documents.ILLUSTRATIVE_VIDEO')}
            hint={hint(video, t('documents.videoHint'))}
          />
        )}
      </div>
    </>
  );
}
