import { useMemo, useSyncExternalStore } from 'react';

import { type Arrival, arrivalNote, arrivalOf } from '../lib/session/arrival.ts';

const never = () => () => undefined;

/** Message for this visitor; null during hydration, because the prerendered page is common to all. */
export function useArrival(): Arrival | null {
  const note = useSyncExternalStore(never, arrivalNote, () => null);
  return useMemo(() => arrivalOf(note), [note]);
}
