import type { WorklistRow } from '@wasl/contracts';
import { useEffect } from 'react';

import { notify } from '../../../../ui/notify.ts';
import { Keys } from '../../../../domain/processing/keys/keys.tsx';
import { useOwnerChange } from '../step/use-owner-change.ts';
import { useUpdateRefusal } from '../step/update-refusal.ts';
import type { Operation } from './worklist-operations.tsx';

/** Shortcuts of the list: the focus moves between the rows, and the other keys act on the row with the focus. */
export default function WorklistKeys({
  firstKey,
  rows = [],
  rowsId,
  help,
  onChoose,
  onMark,
  onChanged,
}: {
  /** The key that loaded this component; it is repeated, so that it does something. Null when the help loaded it. */
  firstKey: string | null;
  rows: readonly WorklistRow[] | undefined;
  /** Id of the element whose children are the rows. */
  rowsId: string;
  /** The dialog that shows the shortcuts. */
  help: { readonly isOpen: boolean; readonly onChange: (isOpen: boolean) => void };
  onChoose: (row: WorklistRow, operation: Operation) => void;
  /** Chooses a row for bulk actions, or no longer. */
  onMark: (row: WorklistRow) => void;
  onChanged: () => Promise<unknown>;
}) {
  useEffect(() => {
    if (firstKey === null) return;
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: firstKey, bubbles: true }),
    );
  }, [firstKey]);
  const refusal = useUpdateRefusal();
  const owner = useOwnerChange();
  const elements = () => [...(document.getElementById(rowsId)?.children ?? [])];
  const at = () => elements().findIndex((row) => row.contains(document.activeElement));
  const move = (by: 1 | -1) => {
    const now = at();
    const next = elements()[now === -1 && by === -1 ? rows.length - 1 : now + by];
    next?.querySelector<HTMLElement>('a[href]')?.focus();
  };
  const onRow = (act: (row: WorklistRow) => unknown) => () => {
    const row = rows[at()];
    return row === undefined ? undefined : act(row);
  };
  /** The action, or the reason why the server would refuse it. */
  const onOpenRow = (act: (row: WorklistRow) => unknown) =>
    onRow((row) => {
      const reason = refusal(row);
      if (reason === null) return act(row);
      notify.error(reason);
      return undefined;
    });
  return (
    <Keys
      help={help}
      actions={{
        search: () => document.querySelector<HTMLElement>('main [type=search]')?.focus(),
        next: () => move(1),
        previous: () => move(-1),
        choose: onRow(onMark),
        take: onOpenRow(async (row) => {
          if (row.processingStepId === null || owner.me === undefined) return;
          await owner.give(row.processingStepId, row, owner.me);
          await onChanged();
        }),
        answer: onRow((row) => onChoose(row, 'messages')),
        close: onOpenRow((row) => onChoose(row, 'close')),
      }}
    />
  );
}
