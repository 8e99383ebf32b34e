import type { JourneyDefView } from '@wasl/contracts';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/** Journey by id in the present language. @param known shown while loading */
export function useJourney(
  id: number | null,
  known: JourneyDefView | null,
): { journey: JourneyDefView | null; error: unknown } {
  const { data, error } = useEndpoint('getJourneyDef', id === null ? null : { params: { id } });
  if (id === null) return { journey: null, error: undefined };
  if (data?.id === id) return { journey: data, error: undefined };
  return known?.id === id ? { journey: known, error: undefined } : { journey: null, error };
}
