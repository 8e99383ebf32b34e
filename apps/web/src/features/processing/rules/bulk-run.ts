import type { BulkResult, WorklistRow } from '@wasl/contracts';

/** What came of one of the chosen rows. */
export interface BulkOutcome {
  /** With the owner that it has by now, where another one was expected. */
  readonly row: WorklistRow;
  readonly refusal: BulkResult['refusal'];
  /** Where the server did not say: the call of its part failed. */
  readonly error?: unknown;
}

/** Steps of one call: each is answered soon, and whoever waits sees how far it is. */
export const partSize = 25;

/** The colleague's name is known now: trying again is taking it from them. */
function seenNow(row: WorklistRow, refusal: BulkResult['refusal']): WorklistRow {
  return refusal?.code === 'OWNER_CHANGED' ? { ...row, owner: refusal.owner } : row;
}

/**
 * Sends the rows part by part. When a part fails, what it held and what comes after it is undone as far as one knows.
 * @param onDone how many are answered
 * @throws what the first part throws: nothing was done then, or it can be sent again
 */
export async function inParts(
  rows: readonly WorklistRow[],
  send: (part: readonly WorklistRow[]) => Promise<readonly BulkResult[]>,
  onDone: (count: number) => void,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  while (outcomes.length < rows.length) {
    const part = rows.slice(outcomes.length, outcomes.length + partSize);
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

/** Whether trying again can come to something else. */
export const canRetry = (outcome: BulkOutcome): boolean =>
  !isDone(outcome) && !forGood.has(outcome.refusal?.code ?? '');
