import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { type NordevAnswer, nordevAnswerOf, savedNordevAnswer } from '../forms/answers.ts';
import { isCarriedProject, applyCarriedProject } from '../forms/carried-values.ts';
import { pairsOf } from '../forms/faults.ts';
import { CharacteristicsStep, type NordevLists, ProjectStep } from '../forms/nordev-steps.tsx';
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
import { type Ready, WhenReady } from './when-ready.tsx';

// The result is loaded after the form.
const result = () => import('./nordev-result.tsx');
const NordevResultView = lazyWithRetry(result);
const calculation = () => import('../forms/calculate.ts');
const lastAction = () => Promise.allSettled([calculation(), result(), fetchAfterResult()]);

function Filled({ home, kept, ruleSet, lists }: Ready<'nordev', NordevLists>) {
  const { t } = useTranslation('simulations');
  useCodePrefetch(lastAction);
  const simulate = useEndpointAction('simulateNordev');
  const { state } = useLocation() as { state: unknown };
  // A reload of the entry must show what was computed since, so only a new navigation uses the link's project.
  const isLink = useNavigationType() === NavigationType.Push;
  const [empty] = useState(() =>
    applyCarriedProject(
      emptyNordev,
      state,
      lists.places.map(({ value }) => value),
    ),
  );
  const simulation = useSimulation<NordevValues, NordevAnswer>({
    scheme: 'nordev',
    home,
    empty,
    isCarried: isLink && isCarriedProject(state),
    kept: kept && { values: nordevValuesOf(kept.form), answer: savedNordevAnswer(kept) },
    faultsOf: (values) => nordevFaults(values, ruleSet),
    required: 'obligatoire',
    lastStep: nordevSteps.characteristics,
    send: async (values) => {
      if (home === 'page') {
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
  return (
    <Simulator
      simulation={simulation}
      labels={[t('steps.project'), t('steps.characteristics'), t('steps.result')]}
      ruleSet={ruleSet}
      isRunning={simulate.isRunning}
      mustBeTouched
      fieldsOf={(step) =>
        step === nordevSteps.project ? <ProjectStep lists={lists} /> : <CharacteristicsStep />
      }
      resultOf={({ answer, values }) => (
        <NordevResultView
          answer={answer}
          values={values}
          today={ruleSet}
          lists={lists}
          labels={labelsOf(lists.places, lists.sectors)}
        />
      )}
    />
  );
}

/** NORDEV simulator in three steps, once its rules and lists have loaded. */
export function NordevSimulator({ home }: { home: SimulatorMode }) {
  const lists = combineLists({
    sectors: useReferenceChoices('SECTEUR_ACTIVITE_NORDEV'),
    places: useReferenceChoices('LOCALISATION_NORDEV'),
  });
  return (
    <WhenReady scheme="nordev" home={home} lists={lists}>
      {(ready) => <Filled {...ready} />}
    </WhenReady>
  );
}
