import { Suspense } from 'react';

import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { FollowUp, Messages, withWords } from '../../../../ui/slots.ts';
import { rowKey } from '../../rules/live-rows.ts';
import { isStepAction, StepMoreDialog } from '../step/step-more-dialog.tsx';
import type { OpenRow } from './use-open-row.ts';

// Loaded when first opened, to keep the list light.
const BeneficiaryDialog = lazyWithRetry(() => import('./beneficiary-dialog.tsx'));
const DocumentsDialog = lazyWithRetry(() => import('./documents-dialog.tsx'));
const ProgressDialog = lazyWithRetry(
  withWords(() => import('./progress-dialog.tsx'), 'conflict', 'closing'),
);

export function WorklistDialogs({
  openRow: { row, open, goOn, close },
  onChanged,
}: {
  openRow: OpenRow;
  onChanged: () => Promise<unknown>;
}) {
  return (
    <>
      {row === null ? null : (
        <Suspense fallback={null}>
          <BeneficiaryDialog row={row} opened={open === 'beneficiary'} onClose={close} />
          <DocumentsDialog row={row} opened={open === 'documents'} onClose={close} />
          <ProgressDialog
            // A React key per step: the next step's dialog starts at its top.
            key={rowKey(row)}
            row={row}
            opened={open === 'update' || open === 'close'}
            isClosing={open === 'close'}
            onClose={close}
            onSaved={onChanged}
            onNext={goOn}
          />
          <StepMoreDialog
            row={row}
            action={isStepAction(open) ? open : null}
            onClose={close}
            onDone={onChanged}
          />
        </Suspense>
      )}
      <FollowUp request={row} opened={open === 'follow'} onClose={close} viewer="PARTENAIRE" />
      <Messages
        step={
          row === null || row.processingStepId === null
            ? null
            : { id: row.processingStepId, numRequest: row.numRequest }
        }
        opened={open === 'messages'}
        onClose={close}
      />
    </>
  );
}
