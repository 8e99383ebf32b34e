import type { Endpoints, ResponseOf } from '@wasl/contracts';

import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import { rangeOf } from './known-answers.ts';

/** Answers of the survey that a simulation determines, as codes of their lists; '' where it leaves one open. */
interface SimulatedAnswers {
  readonly expectedNumberOfJobs: string;
  readonly investmentAmount: string;
  readonly revenueOfProject: string;
}

type Codes = readonly { readonly value: string }[];

/** Jobs, investment and turnover in dirhams; the general form has no turnover. */
function figuresOf({ scheme, form, result }: ResponseOf<Endpoints['getSimulation']>) {
  return scheme === 'general'
    ? { jobs: form['effectif'], investment: Number(result['totalCapex']) * 1e6, revenue: null }
    : {
        jobs: form['nombreEmploiStableCree'],
        investment: form['montantTotalInvestissement'],
        revenue: form['chiffreAffaire'],
      };
}

/**
 * Answers from the latest saved simulation. Undefined while loading, null without one.
 * @param lists null where the answers are not wanted
 */
export function useSimulatedAnswers(
  lists: { readonly jobs: Codes; readonly amounts: Codes; readonly revenues: Codes } | null,
): SimulatedAnswers | null | undefined {
  const saved = useEndpoint('listSimulations', lists === null ? null : {});
  const id = saved.data?.[0]?.id;
  const { data, error } = useEndpoint(
    'getSimulation',
    id === undefined ? null : { params: { id } },
  );
  const isNone = saved.error !== undefined || error !== undefined || saved.data?.length === 0;
  if (lists === null || isNone) return null;
  if (data === undefined) return undefined;
  const { jobs, investment, revenue } = figuresOf(data);
  const codeOf = (figure: unknown, codes: Codes): string => {
    if (figure === null || figure === undefined) return '';
    return (
      rangeOf(
        Number(figure),
        codes.map(({ value }) => value),
      ) ?? ''
    );
  };
  return {
    expectedNumberOfJobs: codeOf(jobs, lists.jobs),
    investmentAmount: codeOf(investment, lists.amounts),
    revenueOfProject: codeOf(revenue, lists.revenues),
  };
}
