import { Suspense, useState } from 'react';

import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { FollowUp, withWords } from '../../../ui/slots.ts';
import type { RequestTarget } from '../rules/request-target.ts';

// Loaded on demand, because a request is read more often than changed.
const AgreementDialog = lazyWithRetry(
  withWords(() => import('./agreement-dialog.tsx'), 'agreement'),
);
const DeleteDialog = lazyWithRetry(() => import('./delete-dialog.tsx'));
const SubmitDialog = lazyWithRetry(withWords(() => import('./submit-dialog.tsx'), 'follow-up'));
const WithdrawDialog = lazyWithRetry(() => import('./withdraw-dialog.tsx'));

export type RequestDialog = 'delete' | 'submit' | 'follow' | 'accept' | 'refuse' | 'withdraw';

export function useRequestDialogs() {
  // Retains the request during the closing animation, so that the text does not vanish.
  const [target, setTarget] = useState<RequestTarget | null>(null);
  const [open, setOpen] = useState<RequestDialog | null>(null);
  return {
    show: (dialog: RequestDialog, request: RequestTarget) => {
      setTarget(request);
      setOpen(dialog);
    },
    dialogs: { target, open, onClose: () => setOpen(null) },
  };
}

/** The dialogs of `RequestOperations` and of task cards. */
export function RequestDialogs({
  target,
  open,
  onClose,
  onChanged,
}: ReturnType<typeof useRequestDialogs>['dialogs'] & {
  /** Called after a deletion, and when the follow-up closes: documents or ratings may be new. */
  onChanged?: () => unknown;
}) {
  return (
    <>
      {target === null ? null : (
        <Suspense fallback={null}>
          <DeleteDialog
            request={target}
            opened={open === 'delete'}
            onClose={onClose}
            onDone={() => onChanged?.()}
          />
          <AgreementDialog
            request={target}
            answer={open === 'accept' || open === 'refuse' ? open : null}
            onClose={onClose}
          />
          <SubmitDialog request={target} opened={open === 'submit'} onClose={onClose} />
          <WithdrawDialog request={target} opened={open === 'withdraw'} onClose={onClose} />
        </Suspense>
      )}
      <FollowUp
        request={target}
        opened={open === 'follow'}
        onClose={() => {
          onClose();
          void onChanged?.();
        }}
        viewer="BENEFICIAIRE"
      />
    </>
  );
}
