import type { NotEligibleDetails } from '@wasl/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { withWords } from '../../../ui/slots.ts';
import { type GeneralAnswer, generalAnswerOf, savedGeneralAnswer } from '../forms/answers.ts';
import { applyCarriedJobs, toCarriedProject, useCarried } from '../forms/carried-values.ts';
import { pairsOf } from '../forms/faults.ts';
import {
  CapexStep,
  GeneralFigure,
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
  generalValuesOf,
} from '../forms/general-values.ts';
import type { SimulatorMode } from '../forms/use-initial-simulation.ts';
import { useSimulation } from '../forms/use-simulation.ts';
import { fetchAfterResult, Simulator } from './simulator.tsx';
import { labelsOf } from './labels.ts';
import { type SimulatorData, LoadedSimulator } from './loaded-simulator.tsx';

// The result is loaded after the form.
const result = () => import('./general-result.tsx');
const GeneralResultView = lazyWithRetry(result);
const calculation = () => import('../forms/calculate.ts');
const lastAction = () => Promise.allSettled([calculation(), result(), fetchAfterResult()]);
const IneligibleDialog = lazyWithRetry(
  withWords(() => import('./ineligible-dialog.tsx'), 'contact'),
);

function Filled({ mode, saved, ruleSet, lists }: SimulatorData<'general', GeneralLists>) {
  const { t } = useTranslation('simulations');
  useCodePrefetch(lastAction);
  const simulate = useEndpointAction('simulate');
  const [refusal, setRefusal] = useState<Pick<NotEligibleDetails, 'routes'> | null>(null);
  const send = async (values: GeneralValues): Promise<GeneralAnswer | null> => {
    const { simulateGeneral } = await calculation();
    const outcome = simulateGeneral(generalFormOf(values, ruleSet), ruleSet);
    if (outcome.kind === 'refused') {
      setRefusal(outcome.refusal);
      return null;
    }
    if (mode === 'page' && outcome.kind === 'granted') {
      return { id: null, result: outcome.result, details: outcome.details, ruleSet };
    }
    const body = generalBodyOf(values, ruleSet);
    const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
    try {
      return generalAnswerOf((await simulate.run({ body: payload })).data, ruleSet);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_ELIGIBLE')) throw error;
      setRefusal(error.details as NotEligibleDetails);
      return null;
    }
  };
  const simulation = useSimulation<GeneralValues, GeneralAnswer>({
    scheme: 'general',
    mode,
    ...useCarried((state) => applyCarriedJobs(emptyGeneral, state)),
    saved: saved && { values: generalValuesOf(saved.form), answer: savedGeneralAnswer(saved) },
    faultsOf: (values) => generalFaults(values, ruleSet),
    required: 'required',
    lastStep: generalSteps.payroll,
    send,
  });
  return (
    <>
      <Simulator
        simulation={simulation}
        labels={[
          t('steps.identification'),
          t('steps.capex'),
          t('steps.payroll'),
          t('steps.result'),
        ]}
        ruleSet={ruleSet}
        isRunning={simulate.isRunning}
        fieldsOf={(step) => {
          if (step === generalSteps.identification) {
            return <IdentificationStep ruleSet={ruleSet} lists={lists} />;
          }
          return step === generalSteps.capex ? <CapexStep ruleSet={ruleSet} /> : <PayrollStep />;
        }}
        figureOf={(step) => <GeneralFigure step={step} ruleSet={ruleSet} />}
        resultOf={({ answer, values }, actions) => (
          <GeneralResultView
            answer={answer}
            values={values}
            today={ruleSet}
            actions={actions}
            lists={lists}
            labels={labelsOf(lists.places, lists.sectors, lists.industries)}
          />
        )}
      />
      {refusal === null ? null : (
        <Suspense>
          <IneligibleDialog
            refusal={refusal}
            carried={toCarriedProject(simulation.form.getValues(), ruleSet)}
            onClose={() => setRefusal(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** General premium simulator in four steps, once its rules and lists have loaded. */
export function GeneralSimulator({ mode }: { mode: SimulatorMode }) {
  const lists = combineLists({
    sectors: useReferenceChoices('PRIME_SECTORIELLE'),
    industries: useReferenceChoices('INDUSTRIE'),
    places: useReferenceChoices('PRIME_TERRITORIALE'),
  });
  return (
    <LoadedSimulator scheme="general" mode={mode} lists={lists}>
      {(ready) => <Filled {...ready} />}
    </LoadedSimulator>
  );
}
