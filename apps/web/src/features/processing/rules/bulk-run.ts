import type { BulkResult, WorklistRow } from '@wasl/contracts';

export interface BulkOutcome {
  /** With its present owner, when that caused the refusal. */
  readonly row: WorklistRow;
  readonly refusal: BulkResult['refusal'];
  /** Error of the batch, when the server gave no result for the row. */
  readonly error?: unknown;
}

/** Steps per call: small batches answer soon and show the progress. */
export const batchSize = 25;

/** Stores the present owner, so that a retry takes the step from that colleague. */
function seenNow(row: WorklistRow, refusal: BulkResult['refusal']): WorklistRow {
  return refusal?.code === 'OWNER_CHANGED' ? { ...row, owner: refusal.owner } : row;
}

/**
 * Sends the rows in batches. When a batch fails, its rows and the following ones count as not done.
 * @param onDone receives the number of answered rows
 * @throws the error of the first batch: nothing was done, or a retry is safe
 */
export async function runInBatches(
  rows: readonly WorklistRow[],
  send: (part: readonly WorklistRow[]) => Promise<readonly BulkResult[]>,
  onDone: (count: number) => void,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  while (outcomes.length < rows.length) {
    const part = rows.slice(outcomes.length, outcomes.length + batchSize);
    try {
      const results = new Map((await send(part)).map(({ stepId, refusal }) => [stepId, refusal]));
      for (const row of part) {
        const refusal = results.get(row.processingStepId ?? 0) ?? null;
        outcomes.push({ row: seenNow(row, refusal), refusal });
      }
    } catch (error) {
      if (outcomes.length === 0) throw error;
      for (const row of rows.slice(outcomes.length)) outcomes.push({ row, refusal: null, error });
    }
    onDone(outcomes.length);
  }
  return outcomes;
}

export const isDone = ({ refusal, error }: BulkOutcome): boolean =>
  refusal === null && error === undefined;

const forGood = new Set(['NOT_FOUND', 'STEP_CLOSED', 'STEP_FULLY_CLAIMED', 'FORBIDDEN']);

/** Whether a retry may have another result. */
export const canRetry = (outcome: BulkOutcome): boolean =>
  !isDone(outcome) && !forGood.has(outcome.refusal?.code ?? '');
