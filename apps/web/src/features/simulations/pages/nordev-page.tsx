import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type { Details, NordevRuleSet } from '@wasl/premium';
import { useTranslation } from 'react-i18next';

import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useRuleSet } from '../api/use-rule-set.ts';
import { ExportButton } from '../components/export-button.tsx';
import { NordevResultView } from '../components/nordev-result.tsx';
import { Simulator } from '../components/simulator.tsx';
import { labelsOf } from '../components/words.ts';
import { pairsOf } from '../forms/faults.ts';
import { CharacteristicsStep, type NordevLists, ProjectStep } from '../forms/nordev-steps.tsx';
import {
  emptyNordev,
  nordevBodyOf,
  nordevFaults,
  nordevSteps,
  type NordevValues,
} from '../forms/nordev-values.ts';
import { useSimulation } from '../forms/use-simulation.ts';

type Answer = ResponseOf<Endpoints['simulateNordev']>['data'];

function NordevSimulator({ ruleSet, lists }: { ruleSet: NordevRuleSet; lists: NordevLists }) {
  const { t } = useTranslation('simulations');
  const simulate = useEndpointAction('simulateNordev');
  const simulation = useSimulation<NordevValues, Answer>({
    draftName: 'simulator-nordev',
    empty: emptyNordev,
    faultsOf: (values) => nordevFaults(values, ruleSet),
    required: 'obligatoire',
    lastStep: nordevSteps.characteristics,
    send: async (values) => {
      const body = nordevBodyOf(values);
      const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
      return (await simulate.run({ body: payload })).data.data;
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
          result={answer}
          details={answer.details as Details}
          values={values}
          ruleSet={ruleSet}
          lists={lists}
          labels={labelsOf(lists.places, lists.sectors)}
        />
      )}
      exportOf={({ simulationPrimeNordevId }) => (
        <ExportButton scheme="nordev" id={simulationPrimeNordevId} />
      )}
    />
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
