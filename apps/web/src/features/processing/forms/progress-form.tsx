import { Button, Stack } from '@mantine/core';
import {
  type ReferenceItemView,
  type RequestView,
  settableStepStatuses,
  type StepNow,
  type StepProgress,
} from '@wasl/contracts';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { WithLists } from '../../../domain/processing/with-lists.tsx';
import { currentOf, hasFieldFaults } from '../../../lib/http/http.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { applyServerErrors, BoundRadio, BoundTextArea, Form } from '../../../ui/form/index.ts';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { ClosingDialog } from '../components/closing-dialog.tsx';
import { NewDocumentType } from './new-document-type.tsx';
import { PercentSlider } from './percent-slider.tsx';
import { StepConflictPanel, useStepConflict } from './step-conflict-panel.tsx';
import { useProgressValues } from './use-progress-values.ts';

/** The document types that can still be asked for: all of the organisation but those already awaited. */
function useDocumentTypes(partnerId: number | null, { documents }: StepNow) {
  const { data, reload } = useEndpoint(
    'listDocumentTypes',
    partnerId === null ? null : { params: { partnerId } },
  );
  const awaited = documents.filter((item) => item.url === null);
  const awaitedCodes = new Set(awaited.map((item) => item.document.code));
  const choices = (data ?? [])
    .filter(({ document }) => !awaitedCodes.has(document.code))
    .map(({ document }) => ({ value: document.code, label: document.libelle }));
  return { choices, awaited, reload };
}

/** The progress of a step: percent, status, feedback and the documents it needs. */
export function ProgressForm({
  row,
  stepId,
  step,
  statuses,
  onSaved,
  onNext,
  onClose,
  onBusy,
}: {
  row: RequestView;
  stepId: number;
  /** The step as it stands now. */
  step: StepNow;
  statuses: readonly ReferenceItemView[];
  onSaved: () => unknown;
  /** On to the next step of the list; null at its end. */
  onNext: (() => void) | null;
  onClose: () => void;
  /** While it asks or sends, the dialog around stays. */
  onBusy: (isBusy: boolean) => void;
}) {
  const { t } = useTranslation(['worklist', 'common']);
  const session = useSession();
  const update = useEndpointAction('updateStep');
  const form = useProgressValues(row, stepId, step);
  const draft = useDialogDraft(form, `progress-${String(stepId)}`);
  const { seen, conflict, meet } = useStepConflict(form, step);
  const percent = useWatch({ control: form.control, name: 'percent' });
  const isLowered = percent < seen.percent;
  const status = useWatch({ control: form.control, name: 'status' });
  const isBlockedNow = status === 'BLOCKED' && seen.status.code !== 'BLOCKED';
  const formats = useFormats();
  const types = useDocumentTypes(row.idPartner, seen);
  const [toConfirm, setToConfirm] = useState<StepProgress | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** What follows once it is saved; as it was when it was asked for, the list changes meanwhile. */
  const after = useRef(onClose);

  const send = async (values: StepProgress): Promise<void> => {
    setFailure(null);
    onBusy(true);
    try {
      const { processingId, processingStepId, version, status, percent, partnerFeedback } = values;
      const body = {
        processingId,
        processingStepId,
        version,
        status,
        percent,
        partnerFeedback,
        ...(isLowered ? { loweredBecause: values.loweredBecause ?? '' } : {}),
        ...(isBlockedNow ? { blockedBecause: values.blockedBecause ?? '' } : {}),
        documents: values.documents,
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
  const askedNow = types.choices
    .filter(({ value }) => toConfirm?.documents.includes(value) === true)
    .map(({ label }) => label);
  const statusChoices = settableStepStatuses.map((code) => ({
    value: code,
    label: statuses.find((status) => status.code === code)?.libelle ?? code,
  }));

  return (
    <>
      <Form form={form} draft={draft} label={t('progress.title')} onSubmit={submit}>
        <PercentSlider
          name="percent"
          control={form.control}
          label={t('progress.percent')}
          hint={t('progress.percentHint')}
        />
        {isLowered ? (
          <BoundTextArea
            name="loweredBecause"
            control={form.control}
            label={t('progress.loweredBecause')}
            hint={t('progress.loweredBecauseHint', { percent: formats.percent(seen.percent) })}
            rows={2}
            maxLength={500}
            required
          />
        ) : null}
        <BoundRadio
          name="status"
          control={form.control}
          label={t('progress.status')}
          choices={statusChoices}
          required
        />
        {isBlockedNow ? (
          <BoundTextArea
            name="blockedBecause"
            control={form.control}
            label={t('progress.blockedBecause')}
            hint={t('progress.blockedBecauseHint')}
            rows={2}
            maxLength={500}
            required
          />
        ) : null}
        {seen.partnerFeedback === null ? null : (
          <Stack component="blockquote" className={layout['quote']} gap={0}>
            <strong>{t('progress.previous')}</strong>
            <span dir="auto">{seen.partnerFeedback}</span>
          </Stack>
        )}
        <WithLists stepId={stepId} reader="beneficiary">
          <BoundTextArea
            name="partnerFeedback"
            control={form.control}
            label={t('progress.feedback')}
            hint={t('progress.feedbackHint')}
            maxLength={4000}
          />
        </WithLists>
        {types.awaited.length === 0 ? null : (
          <p className={layout['small']}>
            {t('progress.awaited', {
              documents: types.awaited.map((item) => item.document.libelle).join(' · '),
            })}
          </p>
        )}
        <BoundMultiSelect
          name="documents"
          control={form.control}
          label={t('progress.documents')}
          hint={t('progress.documentsHint')}
          choices={types.choices}
        />
        {row.idPartner === null ? null : (
          <NewDocumentType
            partnerId={row.idPartner}
            onCreated={async (code) => {
              await types.reload();
              form.setValue('documents', [...(form.getValues('documents') ?? []), code]);
            }}
          />
        )}
        {conflict === null ? null : (
          <StepConflictPanel
            key={conflict.now.version}
            form={form}
            conflict={conflict}
            statuses={statuses}
          />
        )}
        <FailureBanner failure={failure} />
        <Actions>
          <Button
            variant="default"
            disabled={update.isRunning}
            onClick={() => {
              draft.discard();
              onClose();
            }}
          >
            {t('common:actions.cancel')}
          </Button>
          {onNext === null ? null : (
            <Button
              variant="default"
              disabled={update.isRunning}
              onClick={(event) => {
                after.current = onNext;
                submitForm(event.currentTarget.form);
              }}
            >
              {t('progress.saveAndNext')}
            </Button>
          )}
          <Button
            type="submit"
            loading={update.isRunning}
            onClick={() => {
              after.current = onClose;
            }}
          >
            {t('common:actions.save')}
          </Button>
        </Actions>
      </Form>
      <ClosingDialog
        stepId={stepId}
        number={row.numRequest}
        documents={[...types.awaited.map(({ document }) => document.libelle), ...askedNow]}
        opened={toConfirm !== null}
        isRunning={update.isRunning}
        onConfirm={confirm}
        onClose={() => {
          setToConfirm(null);
          onBusy(false);
        }}
      />
    </>
  );
}
