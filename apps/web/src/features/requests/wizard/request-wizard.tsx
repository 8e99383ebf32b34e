import { Button, Group, Stack } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import type { JourneyDefView, RequestView } from '@wasl/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { clearPendingJourney } from '../../../domain/journeys/pending-journey.ts';
import { RequestFacts } from '../../../domain/requests/request-facts.tsx';
import { clientKey } from '../../../lib/drafts/client-key.ts';
import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { ApiError, hasFieldFaults } from '../../../lib/http/http.ts';
import { useStepHistory } from '../../../lib/routing/step-history.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextArea, DraftNotice, Form } from '../../../ui/form/index.ts';
import { useHold } from '../../../ui/use-hold.ts';
import { useSummedForm } from '../../../ui/form/use-summed-form.ts';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useJourney } from '../api/journeys.ts';
import { DocumentsStep } from './documents-step.tsx';
import { JourneysStep } from './journeys-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { NeedExamples } from './need-examples.tsx';
import { Proposals } from './proposals.tsx';
import { ReportToAttach, useReport } from './report-to-attach.tsx';
import { RegistrationLink } from './registration-link.tsx';
import { ServicesStep, useServices } from './services-step.tsx';
import { useAccountDraft } from './use-account-draft.ts';
import { UploadPanel } from './upload-panel.tsx';
import { unsent } from './upload-queue.ts';
import { type ReportState, useSaveRequest } from './use-save-request.ts';
import { useStepLabels, WizardFrame } from './wizard-frame.tsx';
import {
  askedDocuments,
  attachedDocuments,
  canSave,
  chooseMode,
  emptyWizard,
  isLinkMissing,
  isStepFilled,
  lastStep,
  markRemoved,
  payloadOf,
  reachableStep,
  wizardOf,
  wizardSchema,
  withProposal,
  type WizardValues,
} from './wizard-rules.ts';

const leads = [undefined, undefined, 'need.lead', 'documents.lead'] as const;

/** Whether nothing more is to be done about the report of a simulation. */
const isSettled = (report: ReportState): boolean => report === 'none' || report === 'done';

/** The request wizard, four steps: a new request, or one that exists and may be changed. */
export function RequestWizard({
  request,
  pending,
  beginning = {},
  firstStep = 0,
  notice,
}: {
  /** The request to edit; null for a new one. */
  request: RequestView | null;
  /** A journey that a link asked for: the wizard begins at the need, with it chosen. */
  pending: JourneyDefView | null;
  /** What a new request begins with: a simulation, or an earlier request. */
  beginning?: Partial<WizardValues>;
  /** The step that an existing request opens at. */
  firstStep?: number;
  /** Said above the steps, with the ways to them. */
  notice?: (places: readonly string[], go: (step: number) => void) => ReactNode;
}) {
  const { t } = useTranslation(['wizard', 'common', 'requests']);
  const navigate = useNavigate();
  const isExisting = request !== null;
  const [key] = useState(clientKey);
  const start: WizardValues =
    request !== null
      ? { ...wizardOf(request), step: firstStep }
      : pending !== null
        ? { ...emptyWizard, step: 2, mode: 'predefined', journeyDef: pending.id, key }
        : { ...emptyWizard, ...beginning, key };
  const form = useSummedForm<WizardValues, unknown, WizardValues>({
    defaultValues: start,
    resolver: zodResolver(wizardSchema, undefined, { raw: true }),
  });
  const draftName = request === null ? 'request' : `request-${String(request.id)}`;
  const draft = useAccountDraft(form, draftName, useFormDraft(form, draftName, { asks: true }));
  const values = form.watch();
  const step = Math.min(values.step, reachableStep(values, isExisting));
  const { journey, error: journeyError } = useJourney(
    values.journeyDef,
    pending ?? request?.journeyDef ?? null,
  );
  const services = useServices();
  const { queue, put, save, saved, isSaving, retry, cancel, report, attach } = useSaveRequest(
    request?.id ?? null,
  );
  const attached = useReport(values.simulation);
  const [warnings, setWarnings] = useState(0);
  // Needs that proposals began with here: as long as nobody changed one, the next proposal’s takes its place.
  const [proposedNeeds, setProposedNeeds] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const labels = useStepLabels(values.mode);

  const asked = askedDocuments(journey);
  const files = queue.filter((item) => asked.some((document) => document.code === item.code));
  const isWaitingForJourney = values.journeyDef !== null && journey === null;

  const change = (next: WizardValues) => {
    for (const key of [
      'mode',
      'services',
      'journeyDef',
      'description',
      'visitedLinkOf',
      'step',
      'removed',
      'simulation',
    ] as const) {
      if (next[key] !== values[key]) form.setValue(key, next[key], { shouldDirty: true });
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
  useHold(isSaving);

  const submit = async (): Promise<void> => {
    setFailure(null);
    if (isLinkMissing(journey, values.visitedLinkOf)) {
      setWarnings((count) => count + 1);
      return;
    }
    const payload = payloadOf(values, journey);
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
      if (hasFieldFaults(error)) throw error;
      // What this form made earlier has been deleted or submitted since: the next press makes another one.
      const isPast = error instanceof ApiError && [404, 409].includes(error.status);
      if (isPast && !isExisting) form.setValue('key', clientKey(), { shouldDirty: true });
      setFailure(error);
    }
  };

  if (saved !== null) {
    return (
      <UploadPanel
        numRequest={saved.numRequest}
        queue={files}
        onFile={put}
        onRetry={(code) => retry(saved.id, code)}
        onCancel={cancel}
        onLeave={leave}
        report={report}
        onReport={() => (attached === null ? null : attach(saved.id, attached.id))}
      />
    );
  }

  const handed = request?.documents ?? [];
  const facts = {
    journey: values.journeyDef === null ? null : (journey?.title ?? ''),
    services: values.services.map(
      (code) => services.data?.find((service) => service.code === code)?.libelle ?? code,
    ),
    need: values.description,
    documents: [
      ...attachedDocuments(files, handed, values.removed, (code) => t(`documents.${code}`)),
      ...(attached === null ? [] : [{ label: t('report.label'), name: attached.name }]),
    ],
    video: asked.some((item) => item.code === 'ILLUSTRATIVE_VIDEO') ? values.urlVideo : '',
  };
  const leaveButton = (
    <Button
      variant="subtle"
      disabled={isSaving}
      onClick={() => {
        if (!isExisting) clearPendingJourney();
        void navigate('/requests');
      }}
    >
      {t('common:actions.cancel')}
    </Button>
  );
  const backButton =
    step > 0 ? (
      <Button variant="default" disabled={isSaving} onClick={() => go(step - 1)}>
        {t('common:actions.back')}
      </Button>
    ) : null;
  const lead = leads[step];

  return (
    <FormProvider {...form}>
      <Stack>
        {notice?.(labels, go)}
        <DraftNotice draft={draft} />
        {journeyError === undefined ? null : (
          <Banner tone="error" live>
            {t('journeys.lost')}
          </Banner>
        )}
        {attached === null ? null : (
          <ReportToAttach
            report={attached}
            onDrop={() => change({ ...values, simulation: null })}
          />
        )}
        <WizardFrame
          labels={labels}
          step={step}
          reachable={reachableStep(values, isExisting)}
          isExisting={isExisting}
          onGo={go}
          {...(lead === undefined ? {} : { lead: t(lead) })}
        >
          {step === 0 ? (
            <ModeStep value={values.mode} onChange={(mode) => change(chooseMode(values, mode))} />
          ) : null}
          {step === 0 && !isExisting ? (
            <Proposals
              begin={(proposal, name) => (
                <Button
                  size="sm"
                  px="sm"
                  variant="light"
                  aria-label={name}
                  onClick={() => {
                    setProposedNeeds((needs) => [...needs, proposal.need]);
                    change(withProposal(values, proposal, proposedNeeds));
                  }}
                >
                  {t('requests:proposals.begin')}
                </Button>
              )}
            />
          ) : null}
          {step === 1 && values.mode === 'predefined' ? (
            <JourneysStep
              value={values.journeyDef}
              chosen={journey}
              onChange={(chosen) => change({ ...values, journeyDef: chosen.id })}
            />
          ) : null}
          {step === 1 && values.mode !== 'predefined' ? (
            <ServicesStep
              value={values.services}
              onChange={(codes) => change({ ...values, services: codes })}
            />
          ) : null}
          {step === 2 ? (
            <>
              <BoundTextArea<WizardValues>
                name="description"
                label={t('need.label')}
                hint={t('need.hint')}
                rows={6}
                maxLength={4000}
              />
              <NeedExamples />
            </>
          ) : null}
          {step < lastStep ? (
            <div className={layout['onward']}>
              {backButton}
              <Group gap={8} ms="auto" wrap="nowrap">
                {leaveButton}
                <Button
                  disabled={!isStepFilled(step, values, isExisting)}
                  onClick={() => go(step + 1)}
                >
                  {t('common:actions.next')}
                </Button>
              </Group>
            </div>
          ) : (
            <Form form={form} label={labels[lastStep] ?? ''} onSubmit={submit}>
              {journey === null ? null : (
                <RegistrationLink
                  journey={journey}
                  isVisited={values.visitedLinkOf === journey.id}
                  warnings={warnings}
                  onVisit={() => change({ ...values, visitedLinkOf: journey.id })}
                />
              )}
              <DocumentsStep
                asked={asked}
                queue={queue}
                handed={handed}
                removal={{
                  removed: values.removed,
                  onRemove: (code, isRemoved) => change(markRemoved(values, code, isRemoved)),
                }}
                onFile={put}
              />
              <Stack
                component="section"
                className={layout['quote']}
                gap={8}
                aria-labelledby="review-title"
              >
                <h3 id="review-title">{t('review.title')}</h3>
                <RequestFacts facts={facts} />
              </Stack>
              <p className={layout['small']}>{t('review.then')}</p>
              <FailureBanner failure={failure} />
              <div className={layout['onward']}>
                {backButton}
                <Group gap={8} ms="auto" wrap="nowrap">
                  {leaveButton}
                  <Button
                    type="submit"
                    loading={isSaving}
                    disabled={!canSave(values) || isWaitingForJourney}
                  >
                    {t(isExisting ? 'common:actions.save' : 'common:actions.add')}
                  </Button>
                </Group>
              </div>
            </Form>
          )}
        </WizardFrame>
      </Stack>
    </FormProvider>
  );
}
