import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import {
  clearPendingSimulation,
  pendingSimulation,
  type Scheme,
} from '../../../domain/simulations/pending-simulation.ts';
import { withDraft } from '../../../lib/drafts/draft.ts';
import { clearDraft } from '../../../lib/drafts/draft-store.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { nobody } from '../../../lib/session/session.ts';
import type { Kept } from './answers.ts';
import { noteShownResult, shownResult } from './shown-result.ts';

/** What was computed, and the values that were sent for it. */
export interface Computed<V, A> {
  readonly answer: A;
  readonly values: V;
}

/** What a simulator opens with: values computed before; without their answer they are computed again at once. */
export interface Beginning<V, A> {
  readonly values: V;
  readonly answer: A | null;
}

/** Where a simulation stands: kept on the account, or computed by this page alone, for whoever looks. */
export type Home = 'account' | 'page';

/** Whether what is shown was made without an account and is kept now, and whether support is asked for with it. */
export type Brought = 'no' | 'kept' | 'forRequest';

export const draftNames = { general: 'simulator', nordev: 'simulator-nordev' } as const;

const member = 'simulation';

/** The kept simulation that the address names, for its own simulator. Undefined while it travels, null where none is named. */
export function useKept(
  scheme: Scheme,
  home: Home,
): { kept: Kept | null | undefined; error: unknown } {
  const [params] = useSearchParams();
  const id = home === 'account' ? Number(params.get(member) ?? 0) : 0;
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const { data, error } = useEndpoint('getSimulation', isNamed ? { params: { id } } : null);
  if (!isNamed) return { kept: null, error: undefined };
  if (data?.id !== id) return { kept: undefined, error };
  return { kept: data.scheme === scheme ? data : null, error: undefined };
}

/** Names what is shown in the address, so that a reload and a link show it again; called after the steps are in it. */
export function useShownAddress(id: number | null): void {
  useEffect(() => {
    const address = new URL(window.location.href);
    if (id === null) address.searchParams.delete(member);
    else address.searchParams.set(member, String(id));
    if (address.href !== window.location.href) {
      window.history.replaceState(window.history.state, '', address);
    }
  }, [id]);
}

/**
 * What a simulator opens with, and what its result leaves behind. On the account: a kept simulation, or the one that was
 * made without an account. On the page: the result that this tab showed.
 * @param isCarried a link brought a project: the form opens with it, and not with what was computed before
 */
export function useHome<V extends object, A extends object>(
  scheme: Scheme,
  home: Home,
  empty: V,
  kept: Beginning<V, A> | null,
  isCarried: boolean,
): {
  begin: Beginning<V, A> | null;
  isBrought: Brought;
  onComputed: (computed: Computed<V, A> | null) => void;
} {
  const [begin] = useState<Beginning<V, A> | null>(() => {
    if (isCarried) return null;
    if (home === 'page') {
      const values = shownResult(scheme, empty);
      return values === null ? null : { values, answer: null };
    }
    if (kept !== null) return kept;
    const pending = pendingSimulation();
    return pending?.scheme === scheme
      ? { values: withDraft(empty, pending.values) as V, answer: null }
      : null;
  });
  const [isBrought, setBrought] = useState<Brought>('no');
  const onComputed = (computed: Computed<V, A> | null) => {
    if (home === 'page') {
      noteShownResult(scheme, computed?.values ?? null);
      return;
    }
    const pending = computed === null ? null : pendingSimulation();
    if (pending?.scheme !== scheme) {
      setBrought('no');
      return;
    }
    setBrought(pending.isForRequest === true ? 'forRequest' : 'kept');
    clearPendingSimulation();
    clearDraft(draftNames[scheme], { owner: nobody });
  };
  return { begin, isBrought, onComputed };
}
