import { zodResolver } from '@hookform/resolvers/zod';
import type { JourneyDefView, RequestView } from '@wasl/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { clearPendingJourney } from '../../../domain/journeys/pending-journey.ts';
import { randomUuid } from '../../../lib/drafts/random-uuid.ts';
import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { ApiError, hasFieldFaults } from '../../../lib/http/http.ts';
import { useStepHistory } from '../../../lib/routing/step-history.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { notify } from '../../../ui/notify.ts';
import { useLeaveConfirmation } from '../../../ui/use-leave-confirmation.ts';
import { useJourney } from '../api/journeys.ts';
import { useDocumentLabel } from '../components/use-document-label.ts';
import { useReport } from './report-to-attach.tsx';
import { unsent } from './upload-queue.ts';
import { hasUnreadNumber } from '../../../domain/requests/journey-answers.ts';
import { useAccountDraft } from './use-account-draft.ts';
import { type ReportState, useSaveRequest } from './use-save-request.ts';
import {
  requestedDocuments,
  emptyWizard,
  isLinkMissing,
  needStep,
  payloadOf,
  reachableStep,
  toWizardValues,
  wizardSchema,
  withProposal,
  type WizardValues,
} from './wizard-rules.ts';

export interface WizardStart {
  /** Request to edit; null for a new one. */
  readonly request: RequestView | null;
  /** Journey of a link: it is preselected and the wizard begins at the need. */
  readonly pending: JourneyDefView | null;
  /** Initial values of a new request, from a simulation or an earlier request. */
  readonly beginning?: Partial<WizardValues> | undefined;
  readonly firstStep?: number | undefined;
  /** Need from the survey, with which a new request begins. */
  readonly surveyNeed?: string;
}

/** Whether an issue of the error is at an answer to a question. */
const isAboutAnswers = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.errors.some((fault) => 'path' in fault && fault.path.startsWith('answers.'));

/** Whether the report needs no further action. */
const isSettled = (report: ReportState): boolean => report === 'none' || report === 'done';

const members = [
  'mode',
  'services',
  'journeyDef',
  'description',
  'visitedLinkOf',
  'step',
  'removed',
  'simulation',
] as const;

function startOf(
  { request, pending, beginning, firstStep = 0, surveyNeed = '' }: WizardStart,
  key: string,
) {
  if (request !== null) return { ...toWizardValues(request), step: firstStep };
  const begun = { ...emptyWizard, description: surveyNeed, key };
  return pending !== null
    ? { ...begun, step: 2, mode: 'predefined' as const, journeyDef: pending.id }
    : { ...begun, ...beginning };
}

export function useWizard(start: WizardStart) {
  const { request, pending, surveyNeed = '' } = start;
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const isExisting = request !== null;
  const [key] = useState(randomUuid);
  const form = useFormWithSummary<WizardValues, unknown, WizardValues>({
    defaultValues: startOf(start, key),
    resolver: zodResolver(wizardSchema, undefined, { raw: true }),
  });
  const draftName = request === null ? 'request' : `request-${String(request.id)}`;
  const draft = useAccountDraft(
    form,
    draftName,
    useFormDraft(form, draftName, { alwaysAsks: true }),
  );
  const values = form.watch();
  const reachable = reachableStep(values, isExisting);
  const step = Math.min(values.step, reachable);
  const { journey, error: journeyError } = useJourney(
    values.journeyDef,
    pending ?? request?.journeyDef ?? null,
  );
  const saving = useSaveRequest(request?.id ?? null);
  const { queue, save, saved, isSaving, report } = saving;
  const attached = useReport(values.simulation);
  const [warnings, setWarnings] = useState(0);
  // Needs from proposals: the next proposal replaces one that is unchanged. The words of the survey are the person's own.
  const [proposedNeeds, setProposedNeeds] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);

  const asked = requestedDocuments(journey);
  const labelOf = useDocumentLabel(journey);
  const files = queue.filter((item) => asked.some((document) => document.code === item.code));

  const change = (next: WizardValues) => {
    for (const member of members) {
      if (next[member] !== values[member])
        form.setValue(member, next[member], { shouldDirty: true });
    }
  };
  const go = (to: number) => change({ ...values, step: to });
  useStepHistory(step, go);

  const isFinished = useRef(false);
  const leave = () => {
    if (isFinished.current) return;
    isFinished.current = true;
    notify.success(t(isExisting ? 'saved.updated' : 'saved.created'));
    void navigate('/requests', { state: { savedId: saved?.id } });
  };
  const isComplete = saved !== null && !isSaving && unsent(files).length === 0 && isSettled(report);
  useEffect(() => {
    if (isComplete) leave();
  });
  // Until the person chooses between two drafts, the account does not get the input.
  useLeaveConfirmation(isSaving || draft.device !== undefined);

  const submit = async (): Promise<void> => {
    setFailure(null);
    if (hasUnreadNumber(journey?.questions ?? [], values.answers)) {
      go(needStep);
      return;
    }
    if (isLinkMissing(journey, values.visitedLinkOf)) {
      setWarnings((count) => count + 1);
      return;
    }
    const handed = request?.documents.map(({ libelle }) => libelle.code);
    const payload = payloadOf(values, journey, handed);
    try {
      await save(
        isExisting ? payload : { ...payload, clientKey: values.key },
        asked.map((item) => item.code),
        async () => {
          if (!isExisting) clearPendingJourney();
          await draft.clear();
        },
        attached?.id,
      );
    } catch (error) {
      if (hasFieldFaults(error)) {
        // The answers are shown in an earlier step.
        if (isAboutAnswers(error)) go(needStep);
        throw error;
      }
      // The request created earlier was deleted or submitted since: the next save creates another one.
      const isPast = error instanceof ApiError && [404, 409].includes(error.status);
      if (isPast && !isExisting) form.setValue('key', randomUuid(), { shouldDirty: true });
      setFailure(error);
    }
  };

  return {
    form,
    draft,
    values,
    change,
    step,
    reachable,
    go,
    begin: (proposal: Parameters<typeof withProposal>[1]) => {
      setProposedNeeds((needs) => [...needs, proposal.need]);
      change(withProposal(values, proposal, proposedNeeds));
    },
    isExisting,
    request,
    surveyNeed,
    journey,
    journeyError,
    isWaitingForJourney: values.journeyDef !== null && journey === null,
    asked,
    labelOf,
    files,
    attached,
    saving,
    warnings,
    failure,
    submit,
    leave,
    cancel: () => {
      if (!isExisting) clearPendingJourney();
      void navigate('/requests');
    },
  };
}
export type Wizard = ReturnType<typeof useWizard>;
