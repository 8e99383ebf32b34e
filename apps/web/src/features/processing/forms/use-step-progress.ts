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

export interface ProgressDialogActions {
  readonly onSaved: () => unknown;
  readonly onClose: () => void;
  /** The dialog stays open while the form asks or sends. */
  readonly onBusy: (isBusy: boolean) => void;
}

/** Form of a step's progress and its submission; at 100 % it asks first. */
export function useStepProgress(
  { row, stepId, step }: { row: RequestView; stepId: number; step: StepNow },
  { onSaved, onClose, onBusy }: ProgressDialogActions,
) {
  const { t } = useTranslation('worklist');
  const session = useSession();
  const update = useEndpointAction('updateStep');
  const form = useProgressValues(row, stepId, step);
  const draft = useDialogDraft(form, `progress-${String(stepId)}`);
  const { seen, conflict, showConflict, follow } = useStepConflict(form, step);
  const percent = useWatch({ control: form.control, name: 'percent' });
  const status = useWatch({ control: form.control, name: 'status' });
  const isLowered = percent < seen.percent;
  const isBlockedNow = status === 'BLOCKED' && seen.status.code !== 'BLOCKED';
  const [toConfirm, setToConfirm] = useState<StepProgress | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** Action after saving, fixed when the user starts, because the list changes meanwhile. */
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
      // The dialog stays until the list is reloaded, so that no stale row can be pressed.
      await onSaved();
      notify.success(t('progress.done'));
      after.current();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      const current = currentOf(error, 'STEP_CHANGED');
      if (current === undefined) setFailure(error);
      else showConflict(current);
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
    /** Continues from the present step after another act of the agent, with what was typed. */
    follow: form.formState.isDirty ? follow : onClose,
    /** Closes the form and deletes its draft. */
    cancel: () => {
      draft.discard();
      onClose();
    },
    /** Sets the action after the next save. */
    thenDo: (next: () => void) => {
      after.current = next;
    },
  };
}
