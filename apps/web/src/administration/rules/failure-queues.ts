import type { WaitingView } from '@wasl/contracts/administration';

/** Queues of `readWaiting` that the pages know, in their order. */
const failureQueues = ['mails', 'telephones', 'webhooks', 'jobs'] as const;
export type FailureQueue = (typeof failureQueues)[number];

/** The queues with failed rows. */
export function failedQueues({
  failures,
}: Pick<WaitingView, 'failures'>): readonly { key: FailureQueue; count: number }[] {
  return failureQueues.flatMap((key) => {
    const count = failures.find(({ queue }) => queue === key)?.failed ?? 0;
    return count === 0 ? [] : [{ key, count }];
  });
}

export const isFailureQueue = (text: string | null): text is FailureQueue =>
  failureQueues.some((queue) => queue === text);
