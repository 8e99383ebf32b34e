import { useMemo, useSyncExternalStore } from 'react';

import { type Arrival, arrivalNote, arrivalOf } from '../lib/session/arrival.ts';

const never = () => () => undefined;

/** What this visitor is to be told; null while the page is as it was written in advance, for everyone. */
export function useArrival(): Arrival | null {
  const note = useSyncExternalStore(never, arrivalNote, () => null);
  return useMemo(() => arrivalOf(note), [note]);
}
