import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';
import { DraftNotice } from '../../../ui/form/index.ts';
import { ReportToAttach } from './report-to-attach.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useWizard, type WizardStart } from './use-wizard.ts';
import { useStepLabels, WizardFrame } from './wizard-frame.tsx';
import { lastStep, needStep } from './wizard-rules.ts';
import { EarlierStep, LastStep } from './wizard-steps.tsx';

const leads = [undefined, undefined, 'need.lead', 'documents.lead'] as const;

export function RequestWizard({
  notice,
  ...start
}: WizardStart & {
  /** Content above the steps, with links to them. */
  notice?: (places: readonly string[], go: (step: number) => void) => ReactNode;
}) {
  const { t } = useTranslation('wizard');
  const wizard = useWizard(start);
  const { form, values, change, step, go, saving, attached } = wizard;
  const labels = useStepLabels(values.mode);
  const { saved, put, retry, cancel, report, attach } = saving;

  if (saved !== null) {
    return (
      <UploadPanel
        numRequest={saved.numRequest}
        labelOf={wizard.labelOf}
        queue={wizard.files}
        onFile={put}
        onRetry={(code) => retry(saved.id, code)}
        onCancel={cancel}
        onLeave={wizard.leave}
        report={report}
        onReport={() => (attached === null ? null : attach(saved.id, attached.id))}
      />
    );
  }

  const { questions = [] } = wizard.journey ?? {};
  // The step of the need is optional only where the journey requires no answer.
  const isRequired = step === needStep && questions.some(({ required }) => required);
  const lead = isRequired ? undefined : leads[step];
  return (
    <FormProvider {...form}>
      <Stack>
        {notice?.(labels, go)}
        <DraftNotice draft={wizard.draft} part="question" />
        {wizard.journeyError === undefined ? null : (
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
          reachable={wizard.reachable}
          isExisting={wizard.isExisting}
          onGo={go}
          {...(lead === undefined ? {} : { lead: t(lead) })}
        >
          {step < lastStep ? (
            <EarlierStep wizard={wizard} />
          ) : (
            <LastStep wizard={wizard} label={labels[lastStep] ?? ''} />
          )}
        </WizardFrame>
        <DraftNotice draft={wizard.draft} part="saved" />
      </Stack>
    </FormProvider>
  );
}
