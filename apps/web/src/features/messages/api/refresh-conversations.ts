import { refresh } from '../../../lib/http/refresh.ts';

/** Reads again what depends on the messages of a step, after one was written, read or deleted. */
export const refreshConversations = (): Promise<void> =>
  refresh(
    ...(['listThreads', 'getUnread', 'listNotices'] as const),
    // A message that waits for the person is one of their tasks.
    ...(['getYourTurn', 'filterRequests', 'listSteps'] as const),
  );
