import { Button, Group, Stack } from '@mantine/core';
import type { RequestDocumentView, StepDocumentView } from '@wasl/contracts';
import { IconEye, IconFileCheck, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../../lib/http/api-client.ts';
import { formatDay, isolated, useFormats } from '../../../../lib/format/formats.ts';
import type { ApiResponse } from '../../../../lib/http/http.ts';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import { FileStateTag } from '../../../../ui/file-state.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { VideoLink } from './video-link.tsx';

export interface Previewed {
  readonly name: string;
  readonly load: () => Promise<ApiResponse<Blob>>;
}
type OnPreview = (file: Previewed) => void;

/** Shows a preview, which offers the download, where one is supported; the download elsewhere. */
function FileButton({ file, onPreview }: { file: Previewed; onPreview: OnPreview | undefined }) {
  const { t } = useTranslation('worklist');
  if (onPreview === undefined) return <DownloadButton {...file} />;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconEye size={18} aria-hidden />}
      aria-label={`${t('preview.show')} ${file.name}`}
      onClick={() => onPreview(file)}
    >
      {t('preview.show')}
    </Button>
  );
}

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
    <Group component="li" className={layout['box']} gap="8px 12px" p="10px 12px">
      <Icon size={20} aria-hidden />
      <Stack className={layout['wrap']} gap={0} flex="1 1 180px" miw={0}>
        <span>{label}</span>
        <span className={layout['small']}>{note}</span>
      </Stack>
      {children}
    </Group>
  );
}

function StepDocument({
  document: item,
  onPreview,
}: {
  document: StepDocumentView;
  onPreview: OnPreview | undefined;
}) {
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
  const load = () => call('downloadFileStep', { params: { name: filename } });
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
      <FileStateTag state={item.state} />
      {item.state === 'INFECTED' ? null : (
        <>
          <FileButton file={{ name, load }} onPreview={onPreview} />
        </>
      )}
    </DocumentLine>
  );
}

function RequestDocument({
  document: item,
  onPreview,
}: {
  document: RequestDocumentView;
  onPreview: OnPreview | undefined;
}) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const load = () => call('downloadFileRequest', { params: { name: item.filename } });
  return (
    <DocumentLine
      isHere
      label={item.libelle.libelle}
      note={
        <>
          <bdi>{item.originalName}</bdi> ({formats.bytes(item.size)})
          {item.simulation === null
            ? ''
            : ` · ${t('documents.rules', { version: isolated(item.simulation.rulesVersion) })}`}
        </>
      }
    >
      <FileStateTag state={item.state} />
      {item.state === 'INFECTED' ? null : (
        <>
          <FileButton file={{ name: item.originalName, load }} onPreview={onPreview} />
        </>
      )}
    </DocumentLine>
  );
}

/** Documents of a step and of its request, each with a preview where supported, or a download. */
export function DocumentSections({
  stepDocuments,
  requestDocuments,
  urlVideo,
  onPreview,
}: {
  stepDocuments: readonly StepDocumentView[];
  requestDocuments: readonly RequestDocumentView[];
  urlVideo: string | null;
  onPreview?: OnPreview;
}) {
  const { t } = useTranslation('worklist');
  return (
    <Stack gap="lg">
      <Stack component="section" gap={8} aria-labelledby="step-documents">
        <h3 id="step-documents">{t('documents.step')}</h3>
        {stepDocuments.length === 0 ? (
          <p className={layout['small']}>{t('documents.noStep')}</p>
        ) : (
          <Stack component="ul" gap="sm">
            {stepDocuments.map((item, index) => (
              // A submitted document can be requested again, so its code alone is not unique.
              <StepDocument
                key={`${item.document.code}-${String(index)}`}
                document={item}
                onPreview={onPreview}
              />
            ))}
          </Stack>
        )}
      </Stack>
      <Stack component="section" gap={8} aria-labelledby="request-documents">
        <h3 id="request-documents">{t('documents.request')}</h3>
        {requestDocuments.length === 0 && urlVideo === null ? (
          <p className={layout['small']}>{t('documents.noRequest')}</p>
        ) : (
          <Stack component="ul" gap="sm">
            {requestDocuments.map((item) => (
              <RequestDocument key={item.filename} document={item} onPreview={onPreview} />
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
      </Stack>
    </Stack>
  );
}
