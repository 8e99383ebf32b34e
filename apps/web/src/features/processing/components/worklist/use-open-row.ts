import type { WorklistRow } from '@wasl/contracts';
import { useState } from 'react';

import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { withoutLayers } from '../../../../lib/routing/history-layers.ts';
import { rowKey } from '../../rules/live-rows.ts';
import type { worklistState } from '../../rules/worklist-state.ts';
import { useUpdateRefusal } from '../step/update-refusal.ts';
import type { Operation } from './worklist-operations.tsx';

/** The open dialog and its row, opened by a press or by the link of a mail or notice. */
export function useOpenRow(
  rows: readonly WorklistRow[] | undefined,
  state: StateOf<typeof worklistState>,
  set: (change: { step: number; open: '' }, options: { replace: true }) => void,
) {
  const refusal = useUpdateRefusal();
  // Retains the row during the closing animation, so that the text does not vanish.
  const [row, setRow] = useState<WorklistRow | null>(null);
  const [open, setOpen] = useState<Operation | null>(null);
  // Opens the step of a mailed link once, when its row has loaded.
  const [reached, setReached] = useState('');
  const addressed = `${state.open} ${String(state.step)}`;
  const target = rows?.find((item) => item.processingStepId === state.step);
  if (state.open === '') {
    if (reached !== '') setReached('');
  } else if (target !== undefined && reached !== addressed) {
    setReached(addressed);
    setRow(target);
    // A step that cannot be updated opens read-only.
    setOpen(state.open === 'update' && refusal(target) !== null ? 'follow' : state.open);
  }
  const at = rows?.findIndex((item) => row !== null && rowKey(item) === rowKey(row)) ?? -1;
  /** Next updatable row below, for working through the list without returning to it. */
  const next = at < 0 ? undefined : rows?.slice(at + 1).find((item) => refusal(item) === null);
  return {
    row,
    open,
    choose: (item: WorklistRow, operation: Operation) => {
      setRow(item);
      setOpen(operation);
    },
    /** Opens the same dialog for the next row; null at the end of the list. */
    goOn: next === undefined ? null : () => setRow(next),
    close: () => {
      setOpen(null);
      if (state.open === '') return;
      withoutLayers(() => set({ step: 0, open: '' }, { replace: true }));
    },
  };
}
export type OpenRow = ReturnType<typeof useOpenRow>;
