import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

import { readState, type StateOf, type StateShape, writeState } from './address-state.ts';

/**
 * Stores filter, sort and page of a list in the address, so that a reload, Back and a shared link show the same rows.
 * `set` merges; a new filter must also set `page: 0`. The shape must be a module constant.
 */
export function useUrlState<S extends StateShape>(
  shape: S,
): readonly [StateOf<S>, (patch: Partial<StateOf<S>>, how?: NavigateOptions) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(shape, params), [shape, params]);
  const set = useCallback(
    (patch: Partial<StateOf<S>>, how?: NavigateOptions) => {
      setParams((now) => writeState(shape, { ...readState(shape, now), ...patch }, now), how);
    },
    [shape, setParams],
  );
  const reset = useCallback(() => {
    setParams((now) => writeState(shape, readState(shape, new URLSearchParams()), now));
  }, [shape, setParams]);
  return [state, set, reset];
}
