import { Skeleton } from '@mantine/core';
import type { NordevRuleSet } from '@wasl/premium';
import { Suspense, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { categoryOf } from '../../../domain/simulations/known-category.ts';
import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { type NordevAnswer, nordevAnswerOf, savedNordevAnswer } from '../forms/answers.ts';
import { applyCarriedProject, useCarried } from '../forms/carried-values.ts';
import { pairsOf } from '../forms/faults.ts';
import { type NordevLists, ProjectStep } from '../forms/nordev-steps.tsx';
import {
  emptyNordev,
  nordevBodyOf,
  nordevFaults,
  nordevFormOf,
  nordevSteps,
  type NordevValues,
  nordevValuesOf,
} from '../forms/nordev-values.ts';
import type { SimulatorMode } from '../forms/use-initial-simulation.ts';
import { useSimulation } from '../forms/use-simulation.ts';
import { fetchAfterResult, Simulator } from './simulator.tsx';
import { labelsOf } from './labels.ts';
import styles from './simulations.module.css';
import { type SimulatorData, LoadedSimulator } from './loaded-simulator.tsx';

// The result is loaded after the form.
const result = () => import('./nordev-result.tsx');
const NordevResultView = lazyWithRetry(result);
const characteristics = () => import('../forms/characteristics-step.tsx');
const CharacteristicsStep = lazyWithRetry(characteristics);
const calculation = () => import('../forms/calculate.ts');
const LiveFigure = lazyWithRetry(() => import('./live-figure.tsx'), 'quiet');
const lastAction = () =>
  Promise.allSettled([characteristics(), calculation(), result(), fetchAfterResult()]);

function Filled({ mode, saved, ruleSet, lists }: SimulatorData<'nordev', NordevLists>) {
  const { t } = useTranslation('simulations');
  useCodePrefetch(lastAction);
  const simulate = useEndpointAction('simulateNordev');
  const category = categoryOf(useCurrentUser().data);
  const simulation = useSimulation<NordevValues, NordevAnswer>({
    scheme: 'nordev',
    mode,
    ...useCarried((state) =>
      applyCarriedProject(
        emptyNordev,
        state,
        lists.places.map(({ value }) => value),
      ),
    ),
    saved: saved && { values: nordevValuesOf(saved.form), answer: savedNordevAnswer(saved) },
    faultsOf: (values) => nordevFaults(values, ruleSet),
    required: 'obligatoire',
    lastStep: nordevSteps.characteristics,
    send: async (values) => {
      if (mode === 'page') {
        const { simulateNordev } = await calculation();
        const outcome = simulateNordev(nordevFormOf(values), ruleSet);
        if (outcome.kind === 'granted') {
          return { id: null, result: outcome.result, details: outcome.details, ruleSet };
        }
      }
      const body = nordevBodyOf(values);
      const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
      return nordevAnswerOf((await simulate.run({ body: payload })).data.data, ruleSet);
    },
  });
  const { form } = simulation;
  useEffect(() => {
    if (category !== null && form.getValues('categorieEntreprise') === null)
      form.resetField('categorieEntreprise', { defaultValue: category });
  }, [category, form]);
  return (
    <Simulator
      simulation={simulation}
      labels={[t('steps.project'), t('steps.characteristics'), t('steps.result')]}
      ruleSet={ruleSet}
      isRunning={simulate.isRunning}
      mustBeTouched
      fieldsOf={(step) =>
        step === nordevSteps.project ? (
          <ProjectStep lists={lists} knownCategory={category} />
        ) : (
          <Suspense fallback={<Skeleton height={400} />}>
            <CharacteristicsStep />
          </Suspense>
        )
      }
      figureOf={() => <Figure ruleSet={ruleSet} />}
      resultOf={({ answer, values }, actions) => (
        <NordevResultView
          answer={answer}
          values={values}
          today={ruleSet}
          actions={actions}
          lists={lists}
          labels={labelsOf(lists.places, lists.sectors)}
        />
      )}
    />
  );
}

/** The live figure, loaded at the first amount. */
function Figure({ ruleSet }: { ruleSet: NordevRuleSet }) {
  const { t } = useTranslation('simulations');
  const investment = useFormContext<NordevValues>().watch('montantTotalInvestissement');
  const waiting = <p className={styles['total']}>{t('live.waiting')}</p>;
  if (investment === '') return waiting;
  return (
    <Suspense fallback={waiting}>
      <LiveFigure ruleSet={ruleSet} waiting={waiting} />
    </Suspense>
  );
}

/** NORDEV simulator in three steps, once its rules and lists have loaded. */
export function NordevSimulator({ mode }: { mode: SimulatorMode }) {
  const lists = combineLists({
    sectors: useReferenceChoices('SECTEUR_ACTIVITE_NORDEV'),
    places: useReferenceChoices('LOCALISATION_NORDEV'),
  });
  return (
    <LoadedSimulator scheme="nordev" mode={mode} lists={lists}>
      {(ready) => <Filled {...ready} />}
    </LoadedSimulator>
  );
}
