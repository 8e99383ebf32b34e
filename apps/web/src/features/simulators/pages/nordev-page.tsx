import { Button } from '@mantine/core';
import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type { NordevRuleSet } from '@wasl/premium';
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
import { NordevResultView } from '../components/nordev-result.tsx';
import styles from '../components/simulators.module.css';
import { labelsOf } from '../components/words.ts';
import { pairsOf, stepResolver } from '../forms/faults.ts';
import { CharacteristicsStep, type NordevLists, ProjectStep } from '../forms/nordev-steps.tsx';
import {
  emptyNordev,
  nordevBodyOf,
  nordevFaults,
  nordevSteps,
  type NordevValues,
} from '../forms/nordev-values.ts';

interface Computed {
  readonly answer: ResponseOf<Endpoints['simulateNordev']>['data'];
  readonly values: NordevValues;
}

function NordevSimulator({ ruleSet, lists }: { ruleSet: NordevRuleSet; lists: NordevLists }) {
  const { t } = useTranslation(['simulators', 'common']);
  const form = useForm<NordevValues, unknown, NordevValues>({
    defaultValues: emptyNordev,
    mode: 'onTouched',
    resolver: stepResolver<NordevValues>((values) => nordevFaults(values, ruleSet), 'obligatoire'),
    // The summary of errors takes the focus instead.
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, 'simulator-nordev');
  const simulate = useEndpointAction('simulateNordev');
  const [computed, setComputed] = useState<Computed | null>(null);
  const [isFailed, setFailed] = useState(false);
  const values = form.watch();
  // A draft knows nothing of the result it may have led to.
  const step =
    computed === null ? Math.min(values.step, nordevSteps.characteristics) : nordevSteps.result;
  const { isDirty, touchedFields } = form.formState;
  const isTouched = isDirty || Object.keys(touchedFields).length > 0;
  const isComplete = !nordevFaults(values, ruleSet).some((fault) => fault.step === step);
  const labels = [t('steps.project'), t('steps.characteristics'), t('steps.result')];
  const go = (to: number) => {
    setComputed(null);
    setFailed(false);
    form.setValue('step', to, { shouldDirty: true });
  };
  const calculate = async (sent: NordevValues) => {
    setFailed(false);
    const body = nordevBodyOf(sent);
    const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
    try {
      const { data } = await simulate.run({ body: payload });
      setComputed({ answer: data.data, values: sent });
    } catch (error) {
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
              if (step === nordevSteps.project) go(nordevSteps.characteristics);
              else await calculate(sent);
            }}
          >
            {step === nordevSteps.project ? <ProjectStep lists={lists} /> : <CharacteristicsStep />}
            {isFailed ? (
              <Banner tone="error" live>
                {t('failures.calculation')}
              </Banner>
            ) : null}
            <StepActions
              isBackDisabled={step === nordevSteps.project}
              onBack={() => {
                go(nordevSteps.project);
              }}
              isNextDisabled={!isTouched || !isComplete}
              isRunning={simulate.isRunning}
              nextLabel={
                step === nordevSteps.project ? t('common:actions.next') : t('actions.calculate')
              }
            />
          </Form>
        ) : (
          <>
            <NordevResultView
              result={computed.answer}
              details={computed.answer.details as Parameters<typeof NordevResultView>[0]['details']}
              values={computed.values}
              ruleSet={ruleSet}
              lists={lists}
              labels={labelsOf(lists.places, lists.sectors)}
            />
            <div className={styles['actions']}>
              <Button
                variant="default"
                onClick={() => {
                  go(nordevSteps.characteristics);
                }}
              >
                {t('common:actions.back')}
              </Button>
              <ExportButton scheme="nordev" id={computed.answer.simulationPrimeNordevId} />
            </div>
          </>
        )}
      </SimulatorFrame>
    </div>
  );
}

/** The NORDEV simulator: three steps. */
export default function NordevPage() {
  const { ruleSet, error, reload } = useRuleSet('nordev');
  const sectors = useReferenceChoices('SECTEUR_ACTIVITE_NORDEV');
  const places = useReferenceChoices('LOCALISATION_NORDEV');
  const failure = error ?? sectors.error ?? places.error;
  if (ruleSet && sectors.choices && places.choices) {
    return (
      <NordevSimulator
        ruleSet={ruleSet}
        lists={{ sectors: sectors.choices, places: places.choices }}
      />
    );
  }
  if (failure === undefined) return <PageSkeleton />;
  return (
    <ErrorState
      error={failure}
      onRetry={() => Promise.all([reload(), sectors.reload(), places.reload()])}
    />
  );
}
