import type { NordevRuleSet } from '@wasl/premium';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { allLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useAhead } from '../../../lib/http/use-ahead.ts';
import { late } from '../../../ui/late.tsx';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useRuleSet } from '../api/use-rule-set.ts';
import {
  type NordevAnswer,
  nordevAnswerOf,
  type Kept,
  keptNordevAnswer,
} from '../forms/answers.ts';
import { withCarried } from '../forms/carried-values.ts';
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
import { type Home, useHome, useKept, useShownAddress } from '../forms/use-home.ts';
import { useSimulation } from '../forms/use-simulation.ts';
import { fetchAfterResult, Simulator } from './simulator.tsx';
import { labelsOf } from './labels.ts';

// What is shown after the calculation travels after the form.
const result = () => import('./nordev-result.tsx');
const NordevResultView = late(result);
const calculation = () => import('../forms/calculate.ts');
const lastAction = () => Promise.allSettled([calculation(), result(), fetchAfterResult()]);

function Filled({
  home,
  kept,
  ruleSet,
  lists,
}: {
  home: Home;
  kept: Kept | null;
  /** In force today. */
  ruleSet: NordevRuleSet;
  lists: NordevLists;
}) {
  const { t } = useTranslation('simulations');
  useAhead(lastAction);
  const simulate = useEndpointAction('simulateNordev');
  const { state } = useLocation() as { state: unknown };
  const [empty] = useState(() =>
    withCarried(
      emptyNordev,
      state,
      lists.places.map(({ value }) => value),
    ),
  );
  const { begin, isBrought, onComputed } = useHome<NordevValues, NordevAnswer>(
    'nordev',
    home,
    emptyNordev,
    kept === null ? null : { values: nordevValuesOf(kept.form), answer: keptNordevAnswer(kept) },
  );
  const simulation = useSimulation<NordevValues, NordevAnswer>({
    draftName: 'simulator-nordev',
    empty,
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
    begin,
    onComputed,
  });
  useShownAddress(simulation.computed?.answer.id ?? null);
  return (
    <Simulator
      simulation={simulation}
      scheme="nordev"
      home={home}
      isBrought={isBrought}
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

/** The NORDEV simulator, three steps, once its rules and lists have come. */
export function NordevSimulator({ home }: { home: Home }) {
  const { ruleSet, error, reload } = useRuleSet('nordev');
  const { kept, error: keptError } = useKept('nordev', home);
  const lists = allLists({
    sectors: useReferenceChoices('SECTEUR_ACTIVITE_NORDEV'),
    places: useReferenceChoices('LOCALISATION_NORDEV'),
  });
  const failure = error ?? keptError ?? lists.error;
  if (ruleSet && lists.choices && kept !== undefined) {
    return (
      <Filled key={kept?.id ?? 0} home={home} kept={kept} ruleSet={ruleSet} lists={lists.choices} />
    );
  }
  if (failure === undefined) return <PageSkeleton />;
  return <ErrorState error={failure} onRetry={() => Promise.all([reload(), lists.reload()])} />;
}
