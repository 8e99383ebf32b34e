import type { BulkActionInput, WorklistRow } from '@wasl/contracts';
import { useState } from 'react';

import { clientKey } from '../../../../lib/drafts/client-key.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { type BulkOutcome, inParts } from '../../rules/bulk-run.ts';

export type BulkKind = 'claim' | 'handOver' | 'askDocuments' | 'message';

/** Something that is to be done with the chosen rows. */
export interface BulkTask {
  readonly kind: BulkKind;
  /** What is tried again with it asks for nothing and writes nothing twice. */
  readonly key: string;
  readonly rows: readonly WorklistRow[];
}

/** One task after the other, each with how far it is and what came of it. */
export function useBulk(onFinished: (outcomes: readonly BulkOutcome[]) => Promise<unknown>) {
  const change = useEndpointAction('changeSteps');
  // What a dialog is about stays while it closes.
  const [task, setTask] = useState<BulkTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[] | null>(null);
  const [action, setAction] = useState<BulkActionInput | null>(null);

  /** @throws what refuses the action as a whole */
  const run = async (
    { key }: Pick<BulkTask, 'key'>,
    next: BulkActionInput,
    rows: readonly WorklistRow[],
  ): Promise<readonly BulkOutcome[]> => {
    setAction(next);
    setProgress(0);
    try {
      const all = await inParts(
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
    /** Share that is answered; null while nothing runs. */
    progress,
    outcomes,
    begin: (kind: BulkKind, rows: readonly WorklistRow[]): BulkTask => {
      const begun = { kind, key: clientKey(), rows };
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
