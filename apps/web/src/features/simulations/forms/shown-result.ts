import { applyDraft } from '../../../lib/drafts/draft.ts';
import { tabStore } from '../../../lib/drafts/device-store.ts';
import type { Scheme } from '../../../domain/simulations/pending-simulation.ts';

const keyOf = (scheme: Scheme) => `result:${scheme}`;

/** Stores in this tab the input of a result without an account, so that a reload shows it again. */
export function storeShownResult(scheme: Scheme, values: unknown): void {
  if (values === null) tabStore.remove(keyOf(scheme));
  else tabStore.set(keyOf(scheme), JSON.stringify(values));
}

/** Input of the result in this tab, or null. @param empty form without input */
export function shownResult<V>(scheme: Scheme, empty: V): V | null {
  try {
    const stored: unknown = JSON.parse(tabStore.get(keyOf(scheme)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (applyDraft(empty, stored) as V) : null;
  } catch {
    return null;
  }
}
