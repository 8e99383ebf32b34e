import type { ThreadView } from '@wasl/contracts';

type Waiting = Pick<ThreadView, 'stepId' | 'awaitsAnswerSince'>;

/**
 * The conversation to answer after the open one: the next in the order of the list, then the first again. The open one
 * has its place even after its answer.
 * @param rows of the list, the longest waiting first
 * @param since when the open conversation began to wait; null if it never did
 */
export function nextConversation<Row extends Waiting>(
  rows: readonly Row[],
  { stepId, since }: { readonly stepId: number; readonly since: string | null },
): Row | undefined {
  const waiting = rows.filter((row) => row.awaitsAnswerSince !== null && row.stepId !== stepId);
  const isBehind = (row: Row) => {
    const at = row.awaitsAnswerSince ?? '';
    return since === null || at > since || (at === since && row.stepId > stepId);
  };
  return waiting.find(isBehind) ?? waiting[0];
}
