import type { WorklistRow } from '@wasl/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Column } from '../../../../ui/data-table-props.ts';
import {
  type ChosenRows,
  countHidden,
  rowsBetween,
  refreshChosen,
  withRows,
} from '../../rules/chosen-rows.ts';
import { rowKey } from '../../rules/live-rows.ts';
import styles from './worklist.module.css';

const none: ChosenRows = new Map();

/** Whether Escape belongs to another element: a dialog, a menu, or a text field. */
const isTaken = (target: EventTarget | null) =>
  document.querySelector('[role=dialog]:not([popover]), [popover][data-placed]') !== null ||
  (target instanceof Element && target.matches('select, textarea, input:not([type=checkbox])'));

function Choice({
  label,
  isChosen,
  isPartly = false,
  onChoose,
}: {
  label: string;
  isChosen: boolean;
  isPartly?: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}) {
  return (
    <label className={styles['choice']}>
      <input
        type="checkbox"
        aria-label={label}
        title={label}
        checked={isChosen}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly && !isChosen;
        }}
        // Only a click event has the shift key, also for the space bar.
        onClick={(event) => onChoose(event.currentTarget.checked, event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}

/**
 * Rows chosen for bulk actions. The choice persists across pages, filters and updates. The checkboxes appear on demand,
 * by the menu of the list or a key. Escape clears the choice and hides them.
 */
export function useChosenRows({
  rows = [],
  isSettled,
  question,
}: {
  readonly rows: readonly WorklistRow[] | undefined;
  /** Whether the rows belong to the present question, instead of stale rows of the last one. */
  readonly isSettled: boolean;
  readonly question: string;
}) {
  const { t } = useTranslation('worklist');
  const [all, setAll] = useState(none);
  const [isChoosing, setChoosing] = useState(false);
  const [from, setFrom] = useState<string | null>(null);
  const chosen = isSettled ? refreshChosen(all, rows, question) : all;
  if (chosen !== all) setAll(chosen);

  const leave = () => {
    setAll(none);
    setChoosing(false);
    setFrom(null);
  };
  const isActive = isChoosing || chosen.size > 0;
  useEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTaken(event.target)) leave();
    };
    // In the capture phase, before other handlers of the key close something.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isActive]);

  const ofPage = rows.filter((row) => chosen.has(rowKey(row))).length;
  const column: Column<WorklistRow> = {
    key: 'choice',
    header: t('choose.column'),
    head: (
      <Choice
        label={t('choose.page')}
        isChosen={rows.length > 0 && ofPage === rows.length}
        isPartly={ofPage > 0}
        onChoose={(isChosen) => setAll(withRows(chosen, rows, isChosen, question))}
      />
    ),
    render: (row) =>
      row.processingStepId === null ? null : (
        <Choice
          label={t('choose.row', { number: row.numRequest })}
          isChosen={chosen.has(rowKey(row))}
          onChoose={(isChosen, isRange) => {
            const range = rowsBetween(rows, isRange ? from : null, row);
            setAll(withRows(chosen, range, isChosen, question));
            setFrom(rowKey(row));
          }}
        />
      ),
  };
  return {
    column,
    chosen: [...chosen.values()].map((one) => one.row),
    hidden: countHidden(chosen, rows, question),
    isActive,
    begin: () => setChoosing(true),
    toggle: (row: WorklistRow) => {
      setChoosing(true);
      setAll(withRows(chosen, [row], !chosen.has(rowKey(row)), question));
      setFrom(rowKey(row));
    },
    leave,
    /** Retains the rows that remain to be processed. */
    keep: (stayingRows: readonly WorklistRow[]) => {
      setAll((now) => {
        const keys = new Set(stayingRows.map(rowKey));
        return new Map([...now].filter(([key]) => keys.has(key)));
      });
      if (stayingRows.length === 0) setChoosing(false);
    },
  };
}
