import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { DocumentSections } from '../step/document-sections.tsx';

function Documents({ stepId, urlVideo }: { stepId: number; urlVideo: string | null }) {
  const { data, error, reload } = useEndpoint(
    'getStepDocuments',
    { params: { stepId } },
    { keepPreviousData: false, dedupingInterval: 0 },
  );
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  const { stepDocuments, requestDocuments } = data;
  return (
    <DocumentSections
      stepDocuments={stepDocuments}
      requestDocuments={requestDocuments}
      urlVideo={urlVideo}
    />
  );
}

export default function DocumentsDialog({
  row,
  opened,
  onClose,
}: DialogProps & { row: RequestView }) {
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
