import type { JourneyDefView } from '@wasl/contracts';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/** One journey by its id, in the language in use; `known` is shown while it loads, and none is null. */
export function useJourney(
  id: number | null,
  known: JourneyDefView | null,
): { journey: JourneyDefView | null; error: unknown } {
  const { data, error } = useEndpoint('getJourneyDef', id === null ? null : { params: { id } });
  if (id === null) return { journey: null, error: undefined };
  if (data?.id === id) return { journey: data, error: undefined };
  return known?.id === id ? { journey: known, error: undefined } : { journey: null, error };
}
