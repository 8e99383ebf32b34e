import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { formatDay, useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { useServices } from './services-step.tsx';
import { toWizardValues, type WizardValues } from './wizard-rules.ts';

const longestNeed = 4000;

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

export interface InitialRequest {
  /** Undefined while loading. */
  readonly values: Partial<WizardValues> | undefined;
  /** The record in the address no longer exists or belongs to another person. */
  readonly isSourceMissing: boolean;
}

/** Reads the address of a new request: `?simulation=` for a project, `?from=` for an earlier request. */
export function useInitialRequest(): InitialRequest {
  const { t } = useTranslation('wizard');
  const formats = useFormats();
  const [query] = useSearchParams();
  const simulationId = idIn(query.get('simulation'));
  const fromId = simulationId === null ? idIn(query.get('from')) : null;
  const simulation = useEndpoint(
    'getSimulation',
    simulationId === null ? null : { params: { id: simulationId } },
  );
  const from = useEndpoint('getRequest', fromId === null ? null : { params: { id: fromId } });
  const services = useServices();
  if (simulationId === null && fromId === null) return { values: {}, isSourceMissing: false };
  if (simulation.error !== undefined || from.error !== undefined) {
    return { values: {}, isSourceMissing: true };
  }
  const gone = { values: undefined, isSourceMissing: false };
  if (simulationId !== null) {
    const { data } = simulation;
    if (data?.id !== simulationId) return gone;
    const word = (member: string) => {
      const text = data.form[member];
      return typeof text === 'string' ? text : '';
    };
    const need = t('report.need', {
      title: word('intituleProjet'),
      text: word('consistanceProjet'),
      date: formatDay(data.createdAt.slice(0, 10)),
      rate: formats.percent(data.rate),
      amount: formats.dirhams(Math.round(data.amount * 1e6)),
    });
    const values = { description: need.slice(0, longestNeed), simulation: simulationId };
    return { values, isSourceMissing: false };
  }
  const { data } = from;
  if (data?.id !== fromId || services.data === undefined) return gone;
  const again = toWizardValues(data);
  const offered = services.data.map(({ code }) => code);
  const isOpen = data.journeyDef?.isOpen === true;
  return {
    values: {
      ...again,
      // Drops choices that are no longer available, and the external registration of the earlier request.
      mode: data.journeyDef === null || isOpen ? again.mode : null,
      journeyDef: isOpen ? again.journeyDef : null,
      services: again.services.filter((code) => offered.includes(code)),
      visitedLinkOf: null,
      simulation: data.documents.find((one) => one.simulation !== null)?.simulation?.id ?? null,
    },
    isSourceMissing: false,
  };
}
