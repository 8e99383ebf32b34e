import type { WorklistRow } from '@wasl/contracts';
import { useState } from 'react';

import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { withoutLayers } from '../../../../lib/routing/history-layers.ts';
import { rowKey } from '../../rules/live-rows.ts';
import type { worklistState } from '../../rules/worklist-state.ts';
import { useUpdateRefusal } from '../step/update-refusal.ts';
import type { Operation } from './worklist-operations.tsx';

/** The row whose dialog is open, and which dialog: by a press here, or by the link of a mail or a notice. */
export function useOpenRow(
  rows: readonly WorklistRow[] | undefined,
  state: StateOf<typeof worklistState>,
  set: (change: { step: number; open: '' }, options: { replace: true }) => void,
) {
  const refusal = useUpdateRefusal();
  // The row stays while its dialog closes, so that its words do not vanish before it does.
  const [row, setRow] = useState<WorklistRow | null>(null);
  const [open, setOpen] = useState<Operation | null>(null);
  // A mail or a notice led to a step, to do something with it: once, when its row is there.
  const [reached, setReached] = useState('');
  const addressed = `${state.open} ${String(state.step)}`;
  const target = rows?.find((item) => item.processingStepId === state.step);
  if (state.open === '') {
    if (reached !== '') setReached('');
  } else if (target !== undefined && reached !== addressed) {
    setReached(addressed);
    setRow(target);
    // What cannot be updated any more can still be read.
    setOpen(state.open === 'update' && refusal(target) !== null ? 'follow' : state.open);
  }
  const at = rows?.findIndex((item) => row !== null && rowKey(item) === rowKey(row)) ?? -1;
  /** The next one below that can be updated: whoever works down the list goes on without coming back to it. */
  const next = at < 0 ? undefined : rows?.slice(at + 1).find((item) => refusal(item) === null);
  return {
    row,
    open,
    choose: (item: WorklistRow, operation: Operation) => {
      setRow(item);
      setOpen(operation);
    },
    /** Goes on to the next row with the same dialog; null at the end of the list. */
    goOn: next === undefined ? null : () => setRow(next),
    close: () => {
      setOpen(null);
      if (state.open === '') return;
      withoutLayers(() => set({ step: 0, open: '' }, { replace: true }));
    },
  };
}
export type OpenRow = ReturnType<typeof useOpenRow>;
