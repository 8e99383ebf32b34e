import { Stack } from '@mantine/core';
import type { RequestDocumentView, RequestView, StepDocumentView } from '@wasl/contracts';
import { IconFileCheck, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/api-client.ts';
import { formatDay, useFormats } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import styles from './dialogs.module.css';
import { VideoLink } from './video-link.tsx';

function DocumentLine({
  label,
  note,
  isHere,
  children,
}: {
  label: string;
  note: ReactNode;
  isHere: boolean;
  children?: ReactNode;
}) {
  const Icon = isHere ? IconFileCheck : IconHourglass;
  return (
    <li className={styles['document']}>
      <Icon size={20} aria-hidden />
      <Stack className={layout['wrap']} gap={0} flex="1 1 180px" miw={0}>
        <span>{label}</span>
        <span className={layout['note']}>{note}</span>
      </Stack>
      {children}
    </li>
  );
}

function StepDocument({ document: item }: { document: StepDocumentView }) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const { filename, originalName, size, requestedOn, uploadedOn } = item;
  const asked = t('documents.requestedOn', { day: formatDay(requestedOn) });
  if (filename === null) {
    return (
      <DocumentLine
        isHere={false}
        label={item.document.libelle}
        note={`${t('documents.awaited')} · ${asked}`}
      />
    );
  }
  const name = originalName ?? item.document.libelle;
  return (
    <DocumentLine
      isHere
      label={item.document.libelle}
      note={
        <>
          <bdi>{name}</bdi>
          {size === null ? null : ` (${formats.bytes(size)})`} ·{' '}
          {t('documents.uploadedOn', { day: formatDay(uploadedOn) })}
        </>
      }
    >
      <DownloadButton
        name={name}
        load={() => call('downloadFileStep', { params: { name: filename } })}
      />
    </DocumentLine>
  );
}

function RequestDocument({ document: item }: { document: RequestDocumentView }) {
  const formats = useFormats();
  return (
    <DocumentLine
      isHere
      label={item.libelle.libelle}
      note={
        <>
          <bdi>{item.originalName}</bdi> ({formats.bytes(item.size)})
        </>
      }
    >
      <DownloadButton
        name={item.originalName}
        load={() => call('downloadFileRequest', { params: { name: item.filename } })}
      />
    </DocumentLine>
  );
}

function Documents({ stepId, urlVideo }: { stepId: number; urlVideo: string | null }) {
  const { t } = useTranslation('worklist');
  const { data, error, reload } = useEndpoint(
    'getStepDocuments',
    { params: { stepId } },
    { keepPreviousData: false, dedupingInterval: 0 },
  );
  if (data === undefined) {
    return error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={reload} />;
  }
  const { stepDocuments, requestDocuments } = data;
  return (
    <div className={styles['sections']}>
      <section aria-labelledby="step-documents">
        <h3 id="step-documents">{t('documents.step')}</h3>
        {stepDocuments.length === 0 ? (
          <p className={layout['note']}>{t('documents.noStep')}</p>
        ) : (
          <Stack component="ul" gap="sm">
            {stepDocuments.map((item, index) => (
              // A document handed in can be asked for again: its code alone names no line.
              <StepDocument key={`${item.document.code}-${String(index)}`} document={item} />
            ))}
          </Stack>
        )}
      </section>
      <section aria-labelledby="request-documents">
        <h3 id="request-documents">{t('documents.request')}</h3>
        {requestDocuments.length === 0 && urlVideo === null ? (
          <p className={layout['note']}>{t('documents.noRequest')}</p>
        ) : (
          <Stack component="ul" gap="sm">
            {requestDocuments.map((item) => (
              <RequestDocument key={item.filename} document={item} />
            ))}
            {urlVideo === null ? null : (
              <DocumentLine
                isHere
                label={t('documents.video')}
                note={<VideoLink url={urlVideo} />}
              />
            )}
          </Stack>
        )}
      </section>
    </div>
  );
}

/** The documents of a step and of its request, to download. */
export default function DocumentsDialog({
  row,
  opened,
  onClose,
}: {
  row: RequestView;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('worklist');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('documents.title', { number: row.numRequest })}
    >
      {row.processingStepId === null ? null : (
        <Documents stepId={row.processingStepId} urlVideo={row.urlVideo} />
      )}
    </Dialog>
  );
}
