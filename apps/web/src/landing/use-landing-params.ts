import { useMemo, useSyncExternalStore } from 'react';

import {
  type LandingParams,
  storedLandingParams,
  parseLandingParams,
} from '../lib/session/landing-params.ts';

const subscribeToNothing = () => () => undefined;

/** Message for this visitor; null during hydration, because the prerendered page is common to all. */
export function useLandingParams(): LandingParams | null {
  const stored = useSyncExternalStore(subscribeToNothing, storedLandingParams, () => null);
  return useMemo(() => parseLandingParams(stored), [stored]);
}
