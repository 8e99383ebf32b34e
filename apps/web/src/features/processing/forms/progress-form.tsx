import { Button, Stack } from '@mantine/core';
import {
  type ReferenceItemView,
  type RequestView,
  settableStepStatuses,
  type StepNow,
} from '@wasl/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { WithSuggestions } from '../../../domain/processing/with-suggestions.tsx';
import { useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundRadio, BoundTextArea, Form } from '../../../ui/form/index.ts';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useKeys } from '../../../domain/processing/keys/use-keys.ts';
import { ClosingDialog } from '../components/step/closing-dialog.tsx';
import { NewDocumentType } from './new-document-type.tsx';
import { PercentSlider } from './percent-slider.tsx';
import { StepConflictPanel } from './step-conflict-panel.tsx';
import { type ProgressDialogActions, useStepProgress } from './use-step-progress.ts';

/** Requestable document types of the organisation, without those already awaited. */
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

type Progress = ReturnType<typeof useStepProgress>;

function StateFields({
  progress: { form, seen, isLowered, isBlockedNow },
  stepId,
  statuses,
}: {
  progress: Progress;
  stepId: number;
  statuses: readonly ReferenceItemView[];
}) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const choices = settableStepStatuses.map((code) => ({
    value: code,
    label: statuses.find((status) => status.code === code)?.libelle ?? code,
  }));
  return (
    <>
      <PercentSlider
        name="percent"
        control={form.control}
        label={t('progress.percent')}
        hint={t('progress.percentHint')}
      />
      {isLowered ? (
        <WithSuggestions stepId={stepId} reader="beneficiary">
          <BoundTextArea
            name="loweredBecause"
            control={form.control}
            label={t('progress.loweredBecause')}
            hint={t('progress.loweredBecauseHint', { percent: formats.percent(seen.percent) })}
            rows={2}
            maxLength={500}
            required
          />
        </WithSuggestions>
      ) : null}
      <BoundRadio
        name="status"
        control={form.control}
        label={t('progress.status')}
        choices={choices}
        required
      />
      {isBlockedNow ? (
        <WithSuggestions stepId={stepId} reader="beneficiary">
          <BoundTextArea
            name="blockedBecause"
            control={form.control}
            label={t('progress.blockedBecause')}
            hint={t('progress.blockedBecauseHint')}
            rows={2}
            maxLength={500}
            required
          />
        </WithSuggestions>
      ) : null}
    </>
  );
}

function FeedbackField({
  progress: { form, seen },
  stepId,
}: {
  progress: Progress;
  stepId: number;
}) {
  const { t } = useTranslation('worklist');
  return (
    <>
      {seen.partnerFeedback === null ? null : (
        <Stack component="blockquote" className={layout['quote']} gap={0}>
          <strong>{t('progress.previous')}</strong>
          <span dir="auto">{seen.partnerFeedback}</span>
        </Stack>
      )}
      <WithSuggestions stepId={stepId} reader="beneficiary">
        <BoundTextArea
          name="partnerFeedback"
          control={form.control}
          label={t('progress.feedback')}
          hint={t('progress.feedbackHint')}
          maxLength={4000}
        />
      </WithSuggestions>
    </>
  );
}

function DocumentFields({
  progress: { form },
  types,
  partnerId,
}: {
  progress: Progress;
  types: ReturnType<typeof useDocumentTypes>;
  partnerId: number | null;
}) {
  const { t } = useTranslation('worklist');
  return (
    <>
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
      {partnerId === null ? null : (
        <NewDocumentType
          partnerId={partnerId}
          onCreated={async (code) => {
            await types.reload();
            form.setValue('documents', [...(form.getValues('documents') ?? []), code]);
          }}
        />
      )}
    </>
  );
}

/** Form of a step's progress: percent, status, feedback and requested documents. */
export function ProgressForm({
  row,
  stepId,
  step,
  statuses,
  onNext,
  closing,
  followed,
  ...dialog
}: ProgressDialogActions & {
  row: RequestView;
  stepId: number;
  step: StepNow;
  statuses: readonly ReferenceItemView[];
  /** Opens the next step of the list; null at its end. */
  onNext: (() => void) | null;
  /** Sets 100 % each time it grows from 0. */
  closing: number;
  /** On a page with other acts on the step: their number, and the present step. */
  followed?: { readonly acts: number; readonly step: StepNow };
}) {
  const { t } = useTranslation(['worklist', 'common']);
  const progress = useStepProgress({ row, stepId, step }, dialog);
  const { form, conflict, isRunning, toConfirm } = progress;
  const types = useDocumentTypes(row.idPartner, progress.seen);
  const save = useRef<HTMLButtonElement>(null);
  const setFull = () => form.setValue('percent', 100, { shouldDirty: true });
  useKeys({ save: () => save.current?.click(), close: setFull });
  useEffect(() => {
    if (closing > 0) setFull();
  }, [closing]); // eslint-disable-line react-hooks/exhaustive-deps -- once for each press
  const acts = followed?.acts ?? 0;
  const knownActs = useRef(acts);
  useEffect(() => {
    if (followed === undefined || knownActs.current === acts) return;
    knownActs.current = acts;
    progress.follow(followed.step);
  }, [acts]); // eslint-disable-line react-hooks/exhaustive-deps -- once for each act
  const askedNow = types.choices
    .filter(({ value }) => toConfirm?.documents.includes(value) === true)
    .map(({ label }) => label);

  return (
    <>
      <Form
        form={form}
        draft={progress.draft}
        label={t('progress.title')}
        onSubmit={progress.submit}
      >
        <StateFields progress={progress} stepId={stepId} statuses={statuses} />
        <FeedbackField progress={progress} stepId={stepId} />
        <DocumentFields progress={progress} types={types} partnerId={row.idPartner} />
        {conflict === null ? null : (
          <StepConflictPanel
            key={conflict.now.version}
            form={form}
            conflict={conflict}
            statuses={statuses}
          />
        )}
        <FailureBanner failure={progress.failure} />
        <div className={layout['onward']}>
          {/* On a page there is nothing to cancel before the first change. */}
          {followed === undefined || form.formState.isDirty ? (
            <Button variant="default" disabled={isRunning} onClick={progress.cancel}>
              {t('common:actions.cancel')}
            </Button>
          ) : null}
          {onNext === null ? null : (
            <Button
              variant="default"
              disabled={isRunning}
              onClick={(event) => {
                progress.thenDo(onNext);
                submitForm(event.currentTarget.form);
              }}
            >
              {t('progress.saveAndNext')}
            </Button>
          )}
          <Button
            ref={save}
            type="submit"
            loading={isRunning}
            onClick={() => progress.thenDo(dialog.onClose)}
          >
            {t('common:actions.save')}
          </Button>
        </div>
      </Form>
      <ClosingDialog
        stepId={stepId}
        number={row.numRequest}
        documents={[...types.awaited.map(({ document }) => document.libelle), ...askedNow]}
        opened={toConfirm !== null}
        isRunning={isRunning}
        onConfirm={progress.confirm}
        onClose={progress.leaveConfirmation}
      />
    </>
  );
}
