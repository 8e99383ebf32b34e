import { Button } from '@mantine/core';
import type { NotEligibleDetails, ResponseOf, Endpoints } from '@wasl/contracts';
import { type GeneralRuleSet, simulateGeneral } from '@wasl/premium';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormDraft } from '../../../lib/draft.ts';
import { ApiError } from '../../../lib/http.ts';
import { useReferenceChoices } from '../../../lib/reference-choices.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DraftNotice, Form } from '../../../ui/form/index.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useRuleSet } from '../api/use-rule-set.ts';
import { ExportButton } from '../components/export-button.tsx';
import { SimulatorFrame, StepActions } from '../components/frame.tsx';
import { GeneralResultView } from '../components/general-result.tsx';
import { IneligibleDialog } from '../components/ineligible.tsx';
import styles from '../components/simulators.module.css';
import { labelsOf } from '../components/words.ts';
import { pairsOf, stepResolver } from '../forms/faults.ts';
import {
  CapexStep,
  type GeneralLists,
  IdentificationStep,
  PayrollStep,
} from '../forms/general-steps.tsx';
import {
  emptyGeneral,
  generalBodyOf,
  generalFaults,
  generalFormOf,
  generalSteps,
  type GeneralValues,
} from '../forms/general-values.ts';

interface Computed {
  readonly answer: ResponseOf<Endpoints['simulate']>;
  readonly values: GeneralValues;
}

function GeneralSimulator({ ruleSet, lists }: { ruleSet: GeneralRuleSet; lists: GeneralLists }) {
  const { t } = useTranslation(['simulators', 'common']);
  const form = useForm<GeneralValues, unknown, GeneralValues>({
    defaultValues: emptyGeneral,
    mode: 'onTouched',
    resolver: stepResolver<GeneralValues>((values) => generalFaults(values, ruleSet), 'required'),
    // The summary of errors takes the focus instead.
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, 'simulator');
  const simulate = useEndpointAction('simulate');
  const [computed, setComputed] = useState<Computed | null>(null);
  const [refusal, setRefusal] = useState<Pick<NotEligibleDetails, 'routes'> | null>(null);
  const [isFailed, setFailed] = useState(false);
  const values = form.watch();
  // A draft knows nothing of the result it may have led to.
  const step =
    computed === null ? Math.min(values.step, generalSteps.payroll) : generalSteps.result;
  const faults = generalFaults(values, ruleSet);
  const isComplete = !faults.some((fault) => fault.step === step);
  const labels = [
    t('steps.identification'),
    t('steps.capex'),
    t('steps.payroll'),
    t('steps.result'),
  ];
  const go = (to: number) => {
    setComputed(null);
    setFailed(false);
    form.setValue('step', to, { shouldDirty: true });
  };
  const calculate = async (sent: GeneralValues) => {
    setFailed(false);
    const outcome = simulateGeneral(generalFormOf(sent, ruleSet), ruleSet);
    if (outcome.kind === 'refused') {
      setRefusal(outcome.refusal);
      return;
    }
    const body = generalBodyOf(sent, ruleSet);
    const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
    try {
      const { data } = await simulate.run({ body: payload });
      setComputed({ answer: data, values: sent });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_ELIGIBLE') {
        setRefusal(error.details as NotEligibleDetails);
        return;
      }
      if (error instanceof ApiError && error.errors.length > 0) throw error;
      setFailed(true);
    }
  };
  return (
    <div className={styles['page']}>
      {computed === null ? <DraftNotice draft={draft} /> : null}
      <SimulatorFrame labels={labels} step={step} onGo={go}>
        {computed === null ? (
          <Form
            form={form}
            label={labels[step] ?? ''}
            onSubmit={async (sent) => {
              if (step < generalSteps.payroll) go(step + 1);
              else await calculate(sent);
            }}
          >
            {step === generalSteps.identification ? (
              <IdentificationStep ruleSet={ruleSet} lists={lists} />
            ) : null}
            {step === generalSteps.capex ? <CapexStep ruleSet={ruleSet} /> : null}
            {step === generalSteps.payroll ? <PayrollStep /> : null}
            {isFailed ? (
              <Banner tone="error" live>
                {t('failures.calculation')}
              </Banner>
            ) : null}
            <StepActions
              isBackDisabled={step === generalSteps.identification}
              onBack={() => {
                go(step - 1);
              }}
              isNextDisabled={!isComplete}
              isRunning={simulate.isRunning}
              nextLabel={
                step === generalSteps.payroll ? t('actions.calculate') : t('common:actions.next')
              }
            />
          </Form>
        ) : (
          <>
            <GeneralResultView
              result={computed.answer}
              details={
                computed.answer.details as Parameters<typeof GeneralResultView>[0]['details']
              }
              values={computed.values}
              ruleSet={ruleSet}
              lists={lists}
              labels={labelsOf(lists.places, lists.sectors, lists.industries)}
            />
            <div className={styles['actions']}>
              <Button
                variant="default"
                onClick={() => {
                  go(generalSteps.payroll);
                }}
              >
                {t('common:actions.back')}
              </Button>
              <ExportButton scheme="general" id={computed.answer.simulationPrimeId} />
            </div>
          </>
        )}
      </SimulatorFrame>
      <IneligibleDialog
        refusal={refusal}
        onClose={() => {
          setRefusal(null);
        }}
      />
    </div>
  );
}

/** The general premium simulator: four steps. */
export default function GeneralPage() {
  const { ruleSet, error, reload } = useRuleSet('general');
  const sectors = useReferenceChoices('PRIME_SECTORIELLE');
  const industries = useReferenceChoices('INDUSTRIE');
  const places = useReferenceChoices('PRIME_TERRITORIALE');
  const failure = error ?? sectors.error ?? industries.error ?? places.error;
  if (ruleSet && sectors.choices && industries.choices && places.choices) {
    return (
      <GeneralSimulator
        ruleSet={ruleSet}
        lists={{
          sectors: sectors.choices,
          industries: industries.choices,
          places: places.choices,
        }}
      />
    );
  }
  if (failure === undefined) return <PageSkeleton />;
  return (
    <ErrorState
      error={failure}
      onRetry={() =>
        Promise.all([reload(), sectors.reload(), industries.reload(), places.reload()])
      }
    />
  );
}
