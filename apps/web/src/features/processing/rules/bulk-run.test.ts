import type { BulkResult, WorklistRow } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { canRetry, runInBatches, isDone, batchSize } from './bulk-run.ts';

const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ id: at, processingStepId: at + 1, owner: null }) as WorklistRow,
  );
const refused = (code: 'OWNER_CHANGED' | 'STEP_CLOSED') => ({
  code,
  message: 'x',
  owner: code === 'OWNER_CHANGED' ? { id: 'sara', name: 'Sara', isMe: false } : null,
  status: null,
});
const done = (part: readonly WorklistRow[]): BulkResult[] =>
  part.map(({ processingStepId }) => ({ stepId: processingStepId ?? 0, refusal: null }));

describe('a bulk action', () => {
  it('is sent in batches, and reports its progress', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const rows = rowsOf(2 * batchSize + 3);
    const outcomes = await runInBatches(
      rows,
      (part) => {
        sizes.push(part.length);
        return Promise.resolve(done(part));
      },
      (count) => progress.push(count),
    );
    expect(sizes).toEqual([batchSize, batchSize, 3]);
    expect(progress).toEqual([batchSize, 2 * batchSize, rows.length]);
    expect(outcomes.every(isDone)).toBe(true);
  });

  it('preserves the completed results when a later batch fails', async () => {
    let calls = 0;
    const lost = new Error('lost');
    const outcomes = await runInBatches(
      rowsOf(batchSize + 2),
      (part) => {
        calls += 1;
        return calls === 1 ? Promise.resolve(done(part)) : Promise.reject(lost);
      },
      () => undefined,
    );
    expect(outcomes.filter(isDone)).toHaveLength(batchSize);
    expect(outcomes.slice(batchSize).map(({ error }) => error)).toEqual([lost, lost]);
    expect(outcomes.filter(canRetry)).toHaveLength(2);
  });

  it('is refused as a whole when the first batch is refused', async () => {
    await expect(
      runInBatches(
        rowsOf(3),
        () => Promise.reject(new Error('no')),
        () => undefined,
      ),
    ).rejects.toThrow('no');
  });

  it('can be retried for steps with a changed owner, but not for closed steps', async () => {
    const outcomes = await runInBatches(
      rowsOf(3),
      () =>
        Promise.resolve([
          { stepId: 1, refusal: refused('OWNER_CHANGED') },
          { stepId: 2, refusal: refused('STEP_CLOSED') },
          { stepId: 3, refusal: null },
        ]),
      () => undefined,
    );
    expect(outcomes.filter(canRetry).map(({ row }) => row)).toMatchObject([
      { processingStepId: 1, owner: { id: 'sara' } },
    ]);
  });
});
