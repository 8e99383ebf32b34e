import type { RequestView, StepNow, StepProgress } from '@wasl/contracts';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { currentOf, hasFieldFaults } from '../../../lib/http/http.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { applyServerErrors } from '../../../ui/form/index.ts';
import { notify } from '../../../ui/notify.ts';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { useStepConflict } from './step-conflict-panel.tsx';
import { useProgressValues } from './use-progress-values.ts';

/** What the dialog around the form does. */
export interface ProgressDialogActions {
  readonly onSaved: () => unknown;
  readonly onClose: () => void;
  /** While it asks or sends, the dialog around stays. */
  readonly onBusy: (isBusy: boolean) => void;
}

/** The form of a step's progress, and how it is saved: at 100 % it asks first. */
export function useStepProgress(
  { row, stepId, step }: { row: RequestView; stepId: number; step: StepNow },
  { onSaved, onClose, onBusy }: ProgressDialogActions,
) {
  const { t } = useTranslation('worklist');
  const session = useSession();
  const update = useEndpointAction('updateStep');
  const form = useProgressValues(row, stepId, step);
  const draft = useDialogDraft(form, `progress-${String(stepId)}`);
  const { seen, conflict, meet } = useStepConflict(form, step);
  const percent = useWatch({ control: form.control, name: 'percent' });
  const status = useWatch({ control: form.control, name: 'status' });
  const isLowered = percent < seen.percent;
  const isBlockedNow = status === 'BLOCKED' && seen.status.code !== 'BLOCKED';
  const [toConfirm, setToConfirm] = useState<StepProgress | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** What follows once it is saved; as it was when it was asked for, the list changes meanwhile. */
  const after = useRef(onClose);

  const send = async (values: StepProgress): Promise<void> => {
    setFailure(null);
    onBusy(true);
    try {
      const { loweredBecause = '', blockedBecause = '', ...sent } = values;
      const body = {
        ...sent,
        ...(isLowered ? { loweredBecause } : {}),
        ...(isBlockedNow ? { blockedBecause } : {}),
        modifiedBy: session?.email,
      };
      await update.run({ body });
      draft.clear();
      // The dialog stays until the list is fresh: no button of a row that has changed can be pressed.
      await onSaved();
      notify.success(t('progress.done'));
      after.current();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      const current = currentOf(error, 'STEP_CHANGED');
      if (current === undefined) setFailure(error);
      else meet(current);
    } finally {
      onBusy(false);
    }
  };
  const submit = async (values: StepProgress): Promise<void> => {
    if (values.percent === 100) {
      onBusy(true);
      setToConfirm(values);
    } else {
      await send(values);
    }
  };
  const confirm = async (): Promise<void> => {
    if (toConfirm === null) return;
    try {
      await send(toConfirm);
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    } finally {
      setToConfirm(null);
    }
  };
  return {
    form,
    draft,
    seen,
    conflict,
    isLowered,
    isBlockedNow,
    isRunning: update.isRunning,
    failure,
    submit,
    confirm,
    toConfirm,
    leaveConfirmation: () => {
      setToConfirm(null);
      onBusy(false);
    },
    /** Closes the form without its draft. */
    cancel: () => {
      draft.discard();
      onClose();
    },
    /** Says what follows the next saving. */
    thenDo: (next: () => void) => {
      after.current = next;
    },
  };
}
