import { describe, expect, it } from 'vitest';

import { mostBulkSteps } from '@wasl/contracts';

import { maxChosen, countHidden, rowsBetween, refreshChosen, withRows } from './chosen-rows.ts';

interface Row {
  readonly id: number;
  readonly processingStepId: number | null;
  readonly note?: string;
}
const row = (id: number, note = ''): Row => ({ id, processingStepId: id, note });
const rows = (...ids: readonly number[]) => ids.map((id) => row(id));
const none = new Map<string, { row: Row; question: string }>();
const ids = (chosen: ReadonlyMap<string, { row: Row }>) =>
  [...chosen.values()].map((one) => one.row.id);

describe('the selected rows', () => {
  it('are limited to the size of one call', () => {
    expect(maxChosen).toBe(mostBulkSteps);
    const all = Array.from({ length: maxChosen + 5 }, (_, at) => row(at + 1));
    const chosen = withRows(none, all, true, 'a');
    expect(chosen.size).toBe(maxChosen);
    // At the limit, rows can still be deselected and replaced.
    const fewer = withRows(chosen, rows(1), false, 'a');
    expect(withRows(fewer, rows(maxChosen + 1), true, 'a').size).toBe(maxChosen);
  });

  it('exclude requests without a step', () => {
    expect(withRows(none, [{ id: 1, processingStepId: null }, row(2)], true, 'a').size).toBe(1);
  });

  it('include a range in either direction', () => {
    const all = rows(1, 2, 3, 4, 5);
    const between = (from: string | null, to: number) =>
      rowsBetween(all, from, all[to - 1] ?? row(0)).map(({ id }) => id);
    expect(between('step-2', 4)).toEqual([2, 3, 4]);
    expect(between('step-4', 2)).toEqual([2, 3, 4]);
    // The start of the range is on another page, or missing.
    expect(between('step-9', 4)).toEqual([4]);
    expect(between(null, 4)).toEqual([4]);
  });

  it('persist over pages, follow changes of their rows, and count removed rows', () => {
    const first = withRows(none, rows(1, 2, 3), true, 'page 1');
    expect(countHidden(first, rows(1, 2, 3), 'page 1')).toEqual({ left: 0, elsewhere: 0 });
    // The second row left the list; the third changed.
    const now = [row(1), row(3, 'taken'), row(4)];
    const later = refreshChosen(first, now, 'page 1');
    expect(later.get('step-3')?.row.note).toBe('taken');
    expect(countHidden(later, now, 'page 1')).toEqual({ left: 1, elsewhere: 0 });
    const both = withRows(later, rows(9), true, 'page 2');
    expect(ids(both)).toEqual([1, 2, 3, 9]);
    expect(countHidden(both, rows(8, 9), 'page 2')).toEqual({ left: 0, elsewhere: 3 });
    // Unchanged rows return the same object.
    expect(refreshChosen(later, now, 'page 1')).toBe(later);
  });
});
