import type { BulkActionInput, WorklistRow } from '@wasl/contracts';
import { useState } from 'react';

import { randomUuid } from '../../../../lib/drafts/random-uuid.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { type BulkOutcome, runInBatches } from '../../rules/bulk-run.ts';

export type BulkKind = 'claim' | 'handOver' | 'askDocuments' | 'message';

export interface BulkTask {
  readonly kind: BulkKind;
  /** Idempotency key: a retry with it asks no question and writes nothing twice. */
  readonly key: string;
  readonly rows: readonly WorklistRow[];
}

export function useBulk(onFinished: (outcomes: readonly BulkOutcome[]) => Promise<unknown>) {
  const change = useEndpointAction('changeSteps');
  // Retains the content during the closing animation.
  const [task, setTask] = useState<BulkTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[] | null>(null);
  const [action, setAction] = useState<BulkActionInput | null>(null);

  /** @throws the error that refuses the whole action */
  const run = async (
    { key }: Pick<BulkTask, 'key'>,
    next: BulkActionInput,
    rows: readonly WorklistRow[],
  ): Promise<readonly BulkOutcome[]> => {
    setAction(next);
    setProgress(0);
    try {
      const all = await runInBatches(
        rows,
        async (part) => {
          const steps = part.flatMap(({ processingStepId: stepId, owner }) =>
            stepId === null ? [] : [{ stepId, expected: owner?.id ?? null }],
          );
          return (await change.run({ body: { action: next, key, steps } })).data.results;
        },
        (count) => setProgress(count / rows.length),
      );
      await onFinished(all);
      setOutcomes(all);
      return all;
    } finally {
      setProgress(null);
    }
  };
  return {
    task,
    isOpen,
    /** Share of answered rows; null when idle. */
    progress,
    outcomes,
    begin: (kind: BulkKind, rows: readonly WorklistRow[]): BulkTask => {
      const begun = { kind, key: randomUuid(), rows };
      setTask(begun);
      setOutcomes(null);
      return begun;
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
    run,
    retry: async (rows: readonly WorklistRow[]) =>
      task === null || action === null ? [] : await run(task, action, rows),
  };
}
