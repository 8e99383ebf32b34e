import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import {
  clearPendingSimulation,
  pendingSimulation,
  type Scheme,
} from '../../../domain/simulations/pending-simulation.ts';
import { applyDraft } from '../../../lib/drafts/draft.ts';
import { clearDraft } from '../../../lib/drafts/draft-store.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { anonymousOwner } from '../../../lib/session/session.ts';
import type { SavedSimulation } from './answers.ts';
import { storeShownResult, shownResult } from './shown-result.ts';

/** A result with the values sent for it. */
export interface Computed<V, A> {
  readonly answer: A;
  readonly values: V;
}

/** Initial values of a simulator; without their answer they are computed again at once. */
export interface InitialSimulation<V, A> {
  readonly values: V;
  readonly answer: A | null;
}

/** Where simulations are handled: saved in the account, or computed only by this page. */
export type SimulatorMode = 'account' | 'page';

/** Whether a simulation made without an account is now saved, and whether support is requested with it. */
export type PendingOutcome = 'no' | 'saved' | 'forRequest';

export const draftNames = { general: 'simulator', nordev: 'simulator-nordev' } as const;

const simulationParam = 'simulation';

/** Saved simulation of the address, for its own simulator. Undefined while loading, null without one. */
export function useSavedSimulation(
  scheme: Scheme,
  mode: SimulatorMode,
): { saved: SavedSimulation | null | undefined; error: unknown } {
  const [params] = useSearchParams();
  const id = mode === 'account' ? Number(params.get(simulationParam) ?? 0) : 0;
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const { data, error } = useEndpoint('getSimulation', isNamed ? { params: { id } } : null);
  if (!isNamed) return { saved: null, error: undefined };
  if (data?.id !== id) return { saved: undefined, error };
  return { saved: data.scheme === scheme ? data : null, error: undefined };
}

/**
 * Adds the shown simulation to the address, so that a reload and a link show it again; called after the steps are in
 * the address.
 */
export function useSimulationInAddress(id: number | null): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (id === null) address.searchParams.delete(simulationParam);
    else address.searchParams.set(simulationParam, String(id));
    if (address.href !== window.location.href) {
      window.history.replaceState(window.history.state, '', address);
    }
  }, [id]);
}

/**
 * Initial values and effects of the result. In the account: a saved simulation, or the one made without an account. On
 * the public page: the result of this tab.
 * @param isCarried a link brought a project, which takes precedence over earlier results
 */
export function useInitialSimulation<V extends object, A extends object>(
  scheme: Scheme,
  mode: SimulatorMode,
  empty: V,
  saved: InitialSimulation<V, A> | null,
  isCarried: boolean,
): {
  begin: InitialSimulation<V, A> | null;
  isBrought: PendingOutcome;
  onComputed: (computed: Computed<V, A> | null) => void;
} {
  const [begin] = useState<InitialSimulation<V, A> | null>(() => {
    if (isCarried) return null;
    if (mode === 'page') {
      const values = shownResult(scheme, empty);
      return values === null ? null : { values, answer: null };
    }
    if (saved !== null) return saved;
    const pending = pendingSimulation();
    return pending?.scheme === scheme
      ? { values: applyDraft(empty, pending.values) as V, answer: null }
      : null;
  });
  const [isBrought, setBrought] = useState<PendingOutcome>('no');
  const onComputed = (computed: Computed<V, A> | null) => {
    if (mode === 'page') {
      storeShownResult(scheme, computed?.values ?? null);
      return;
    }
    const pending = computed === null ? null : pendingSimulation();
    if (pending?.scheme !== scheme) {
      setBrought('no');
      return;
    }
    setBrought(pending.isForRequest === true ? 'forRequest' : 'saved');
    clearPendingSimulation();
    clearDraft(draftNames[scheme], { owner: anonymousOwner });
  };
  return { begin, isBrought, onComputed };
}
