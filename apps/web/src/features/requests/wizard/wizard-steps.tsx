import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { RequestFacts } from '../../../domain/requests/request-facts.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { DocumentsStep } from './documents-step.tsx';
import { JourneysStep } from './journeys-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { NeedExamples } from './need-examples.tsx';
import { Proposals } from './proposals.tsx';
import { RegistrationLink } from './registration-link.tsx';
import { ServicesStep, useServices } from './services-step.tsx';
import type { Wizard } from './use-wizard.ts';
import {
  attachedDocuments,
  canSave,
  chooseMode,
  isStepFilled,
  markRemoved,
  type WizardValues,
} from './wizard-rules.ts';

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

function NeedStep() {
  const { t } = useTranslation('wizard');
  return (
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
  );
}

function Ways({ step, go, cancel, saving, children }: Wizard & { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div className={layout['onward']}>
      {step > 0 ? (
        <Button variant="default" disabled={saving.isSaving} onClick={() => go(step - 1)}>
          {t('actions.back')}
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

/** Summary before saving. */
function Review({ values, journey, files, request, attached, asked }: Wizard) {
  const { t } = useTranslation('wizard');
  const services = useServices();
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
  return (
    <Stack component="section" className={layout['quote']} gap={8} aria-labelledby="review-title">
      <h3 id="review-title">{t('review.title')}</h3>
      <RequestFacts facts={facts} />
    </Stack>
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
      {step === 2 ? <NeedStep /> : null}
      <Ways {...wizard}>
        <Button disabled={!isStepFilled(step, values, isExisting)} onClick={() => go(step + 1)}>
          {t('actions.next')}
        </Button>
      </Ways>
    </>
  );
}

export function LastStep({ wizard, label }: { wizard: Wizard; label: string }) {
  const { t } = useTranslation(['wizard', 'common']);
  const { form, values, change, journey, asked, request, saving, isExisting } = wizard;
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
        queue={saving.queue}
        handed={request?.documents ?? []}
        removal={{
          removed: values.removed,
          onRemove: (code, isRemoved) => change(markRemoved(values, code, isRemoved)),
        }}
        onFile={saving.put}
      />
      <Review {...wizard} />
      <p className={layout['small']}>{t('review.then')}</p>
      <FailureBanner failure={wizard.failure} />
      <Ways {...wizard}>
        <Button
          type="submit"
          loading={saving.isSaving}
          disabled={!canSave(values) || wizard.isWaitingForJourney}
        >
          {t(isExisting ? 'common:actions.save' : 'common:actions.add')}
        </Button>
      </Ways>
    </Form>
  );
}
