import { useState } from 'react';

import {
  clearPendingSimulation,
  pendingSimulation,
  type Scheme,
} from '../../../domain/simulations/pending-simulation.ts';
import { clearDraft, withDraft } from '../../../lib/draft.ts';
import { nobody } from '../../../lib/session.ts';
import { noteShownResult, shownResult } from './shown-result.ts';
import type { Beginning, Computed } from './use-simulation.ts';

/** Where a simulation stands: kept on the account, or computed by this page alone, for whoever looks. */
export type Home = 'account' | 'page';

const draftNames = { general: 'simulator', nordev: 'simulator-nordev' } as const;

/**
 * What a simulator opens with, and what its result leaves behind. On the account: the simulation that was made without
 * one. On the page: the result that this tab showed.
 */
export function useHome<V extends object, A extends object>(
  scheme: Scheme,
  home: Home,
  empty: V,
): {
  begin: Beginning<V, A> | null;
  /** The simulation shown was made without an account and is kept now. */
  isBrought: boolean;
  onComputed: (computed: Computed<V, A> | null) => void;
} {
  const [begin] = useState<Beginning<V, A> | null>(() => {
    if (home === 'page') {
      const values = shownResult(scheme, empty);
      return values === null ? null : { values, answer: null };
    }
    const pending = pendingSimulation();
    return pending?.scheme === scheme
      ? { values: withDraft(empty, pending.values) as V, answer: null }
      : null;
  });
  const [isBrought, setBrought] = useState(false);
  const onComputed = (computed: Computed<V, A> | null) => {
    if (home === 'page') {
      noteShownResult(scheme, computed?.values ?? null);
      return;
    }
    const isComing = computed !== null && pendingSimulation()?.scheme === scheme;
    setBrought(isComing);
    if (!isComing) return;
    clearPendingSimulation();
    clearDraft(draftNames[scheme], { owner: nobody });
  };
  return { begin, isBrought, onComputed };
}
