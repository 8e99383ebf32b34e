import type { WorklistRow } from '@wasl/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Column } from '../../../../ui/data-table-props.ts';
import {
  type ChosenRows,
  notShown,
  rowsBetween,
  seenAgain,
  withRows,
} from '../../rules/chosen-rows.ts';
import { rowKey } from '../../rules/live-rows.ts';
import styles from './worklist.module.css';

const none: ChosenRows = new Map();

/** Whether Escape belongs to something else: a dialog, a menu, or a field that one types in. */
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
  /** Some of them are. */
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
        // A click tells of the shift key, also one of the space bar.
        onClick={(event) => onChoose(event.currentTarget.checked, event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}

/**
 * The rows that are chosen, to do something with all of them: they stay over pages, filters and what changes in them. On a phone
 * there are no boxes until one asks for them. Escape lets all of them go.
 */
export function useChosenRows({
  rows = [],
  isSettled,
  question,
}: {
  readonly rows: readonly WorklistRow[] | undefined;
  /** These rows are those of the question, and not the last one's that stay while the next come. */
  readonly isSettled: boolean;
  readonly question: string;
}) {
  const { t } = useTranslation('worklist');
  const [all, setAll] = useState(none);
  const [isChoosing, setChoosing] = useState(false);
  /** Where a range begins. */
  const [from, setFrom] = useState<string | null>(null);
  const chosen = isSettled ? seenAgain(all, rows, question) : all;
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
    // Before whatever closes with the same key.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isActive]);

  const ofPage = rows.filter((row) => chosen.has(rowKey(row))).length;
  const column: Column<WorklistRow> = {
    key: 'choice',
    header: t('choose.column'),
    isTableOnly: !isActive,
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
    hidden: notShown(chosen, rows, question),
    isActive,
    begin: () => setChoosing(true),
    leave,
    /** Those that something is still to be done with. */
    keep: (kept: readonly WorklistRow[]) => {
      setAll((now) => {
        const keys = new Set(kept.map(rowKey));
        return new Map([...now].filter(([key]) => keys.has(key)));
      });
      if (kept.length === 0) setChoosing(false);
    },
  };
}
