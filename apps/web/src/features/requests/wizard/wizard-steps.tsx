import { Button, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { PageSkeleton } from '../../../ui/states.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { JourneysStep } from './journeys-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { NeedExamples } from './need-examples.tsx';
import { Proposals } from './proposals.tsx';
import { RegistrationLink } from './registration-link.tsx';
import { ServicesStep } from './services-step.tsx';
import type { Wizard } from './use-wizard.ts';
import {
  canSave,
  chooseMode,
  isStepFilled,
  markRemoved,
  type WizardValues,
} from './wizard-rules.ts';

const JourneyQuestions = lazyWithRetry(
  () => import('../../../domain/requests/journey-questions.tsx'),
);

function HowStep({ values, change, isExisting, begin }: Wizard) {
  const { t } = useTranslation('requests');
  return (
    <>
      <ModeStep value={values.mode} onChange={(mode) => change(chooseMode(values, mode))} />
      {isExisting ? null : (
        <Proposals
          begin={(proposal, name) => (
            <Button
              size="sm"
              px="sm"
              variant="light"
              aria-label={name}
              onClick={() => begin(proposal)}
            >
              {t('proposals.begin')}
            </Button>
          )}
        />
      )}
    </>
  );
}

function WhatStep({ values, change, journey }: Wizard) {
  return values.mode === 'predefined' ? (
    <JourneysStep
      value={values.journeyDef}
      chosen={journey}
      onChange={(chosen) => change({ ...values, journeyDef: chosen.id })}
    />
  ) : (
    <ServicesStep
      value={values.services}
      onChange={(codes) => change({ ...values, services: codes })}
    />
  );
}

function NeedStep({ values, surveyNeed, journey }: Wizard) {
  const { t } = useTranslation('wizard');
  const isFromSurvey = surveyNeed !== '' && values.description === surveyNeed;
  return (
    <>
      <BoundTextArea<WizardValues>
        name="description"
        label={t('need.label')}
        hint={t(isFromSurvey ? 'need.fromSurvey' : 'need.hint')}
        rows={6}
        maxLength={4000}
      />
      <NeedExamples />
      {journey === null || journey.questions.length === 0 ? null : (
        <Suspense fallback={<PageSkeleton />}>
          <JourneyQuestions questions={journey.questions} />
        </Suspense>
      )}
    </>
  );
}

function Ways({ step, go, cancel, saving, children }: Wizard & { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div className={layout['onward']}>
      {step > 0 ? (
        <Button
          variant="default"
          disabled={saving.isSaving}
          aria-label={t('actions.back')}
          style={{ flex: 'none' }}
          onClick={() => go(step - 1)}
        >
          <IconChevronLeft size={18} aria-hidden data-mirrored />
          <span className={layout['wide']}>{t('actions.back')}</span>
        </Button>
      ) : null}
      <Group gap={8} ms="auto" wrap="nowrap">
        <Button variant="subtle" disabled={saving.isSaving} onClick={cancel}>
          {t('actions.cancel')}
        </Button>
        {children}
      </Group>
    </div>
  );
}

/** A step before the last one. */
export function EarlierStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('common');
  const { step, values, isExisting, go } = wizard;
  return (
    <>
      {step === 0 ? <HowStep {...wizard} /> : null}
      {step === 1 ? <WhatStep {...wizard} /> : null}
      {step === 2 ? <NeedStep {...wizard} /> : null}
      <Ways {...wizard}>
        <Button disabled={!isStepFilled(step, values, isExisting)} onClick={() => go(step + 1)}>
          {t('actions.next')}
        </Button>
      </Ways>
    </>
  );
}

export function LastStep({ wizard, label }: { wizard: Wizard; label: string }) {
  const { t } = useTranslation('wizard');
  const { form, values, change, journey, asked, request, saving } = wizard;
  return (
    <Form form={form} label={label} onSubmit={wizard.submit}>
      {journey === null ? null : (
        <RegistrationLink
          journey={journey}
          isVisited={values.visitedLinkOf === journey.id}
          warnings={wizard.warnings}
          onVisit={() => change({ ...values, visitedLinkOf: journey.id })}
        />
      )}
      <DocumentsStep
        asked={asked}
        labelOf={wizard.labelOf}
        queue={saving.queue}
        handed={request?.documents ?? []}
        removal={{
          removed: values.removed,
          onRemove: (code, isRemoved) => change(markRemoved(values, code, isRemoved)),
        }}
        onFile={saving.put}
      />
      <p className={layout['small']}>{t('save.then')}</p>
      <FailureBanner failure={wizard.failure} />
      <Ways {...wizard}>
        <Button
          type="submit"
          loading={saving.isSaving}
          disabled={!canSave(values) || wizard.isWaitingForJourney}
        >
          {t('save.button')}
        </Button>
      </Ways>
    </Form>
  );
}
