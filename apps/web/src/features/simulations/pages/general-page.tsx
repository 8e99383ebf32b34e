import type { Endpoints, NotEligibleDetails, ResponseOf } from '@wasl/contracts';
import { type GeneralDetails, type GeneralRuleSet, simulateGeneral } from '@wasl/premium';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../lib/http.ts';
import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useRuleSet } from '../api/use-rule-set.ts';
import { ExportButton } from '../components/export-button.tsx';
import { GeneralResultView } from '../components/general-result.tsx';
import { IneligibleDialog } from '../components/ineligible.tsx';
import { Simulator } from '../components/simulator.tsx';
import { labelsOf } from '../components/words.ts';
import { pairsOf } from '../forms/faults.ts';
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
import { useSimulation } from '../forms/use-simulation.ts';

type Answer = ResponseOf<Endpoints['simulate']>;

function GeneralSimulator({ ruleSet, lists }: { ruleSet: GeneralRuleSet; lists: GeneralLists }) {
  const { t } = useTranslation('simulations');
  const simulate = useEndpointAction('simulate');
  const [refusal, setRefusal] = useState<Pick<NotEligibleDetails, 'routes'> | null>(null);
  const send = async (values: GeneralValues): Promise<Answer | null> => {
    const outcome = simulateGeneral(generalFormOf(values, ruleSet), ruleSet);
    if (outcome.kind === 'refused') {
      setRefusal(outcome.refusal);
      return null;
    }
    const body = generalBodyOf(values, ruleSet);
    const payload = { ...body, simulationPrimeFormFieldDTOS: pairsOf(body) };
    try {
      return (await simulate.run({ body: payload })).data;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_ELIGIBLE')) throw error;
      setRefusal(error.details as NotEligibleDetails);
      return null;
    }
  };
  const simulation = useSimulation<GeneralValues, Answer>({
    draftName: 'simulator',
    empty: emptyGeneral,
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
        resultOf={({ answer, values }) => (
          <GeneralResultView
            result={answer}
            details={answer.details as GeneralDetails}
            values={values}
            ruleSet={ruleSet}
            lists={lists}
            labels={labelsOf(lists.places, lists.sectors, lists.industries)}
          />
        )}
        exportOf={({ simulationPrimeId }) => (
          <ExportButton scheme="general" id={simulationPrimeId} />
        )}
      />
      <IneligibleDialog
        refusal={refusal}
        onClose={() => {
          setRefusal(null);
        }}
      />
    </>
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
