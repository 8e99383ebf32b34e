import { Box } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { ErrorState, PageSkeleton } from '../../../../ui/states.tsx';
import { ProgressForm } from '../../forms/progress-form.tsx';
import { AboutRequest } from '../step/about-request.tsx';

interface ContentProps {
  readonly row: RequestView;
  readonly onClose: () => void;
  readonly onSaved: () => unknown;
  readonly onNext: (() => void) | null;
  readonly closing: number;
  readonly onBusy: (isBusy: boolean) => void;
}

function Content({ stepId, ...props }: ContentProps & { stepId: number }) {
  const steps = useEndpoint(
    'getStepDocuments',
    { params: { stepId } },
    // Read once at the start, so that a refresh does not remove a field during typing.
    { keepPreviousData: false, revalidateOnReconnect: false, dedupingInterval: 0 },
  );
  const statuses = useEndpoint('paramsByParentI18n', {
    params: { parent: 'PROCESSING_STEP_STATUS' },
  });
  const error = steps.error ?? statuses.error;
  const step = steps.data?.step;
  // Waits for a fresh answer: the form must start from the present step instead of a cached one.
  if (step === undefined || step === null || statuses.data === undefined || steps.isValidating) {
    return error === undefined || steps.isValidating ? (
      <PageSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => Promise.all([steps.reload(), statuses.reload()])} />
    );
  }
  return <ProgressForm stepId={stepId} step={step} statuses={statuses.data} {...props} />;
}

export default function ProgressDialog({
  row,
  opened,
  onClose,
  onSaved,
  onNext,
  isClosing,
}: DialogProps & {
  row: RequestView;
  /** Called after saving, because the list changed. */
  onSaved: () => unknown;
  /** Opens the next step of the list; null at its end. */
  onNext: (() => void) | null;
  /** Begins at 100 %. */
  isClosing: boolean;
}) {
  const { t } = useTranslation('worklist');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('progress.title')}
      closable={!isBusy}
    >
      <Box component="p" className={layout['muted']} mb="md">
        {t('of', { number: row.numRequest })}
      </Box>
      <AboutRequest row={row} />
      {row.processingStepId === null ? null : (
        <>
          <Content
            stepId={row.processingStepId}
            row={row}
            onClose={onClose}
            onSaved={onSaved}
            onNext={onNext}
            closing={isClosing ? 1 : 0}
            onBusy={setBusy}
          />
        </>
      )}
    </Dialog>
  );
}
