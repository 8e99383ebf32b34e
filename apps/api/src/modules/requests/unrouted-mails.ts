import type { Act } from '../../events/act.ts';

/** Requests that a mail names; of more it says how many there are. */
export const namedInMail = 20;

/** Notifies the administrator of submitted requests with something that no organisation takes; once for an import. */
export function notifyUnroutedRequests(act: Act, numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  act.notifyAdministrator('requestsUnrouted', {
    count: numbers.length,
    requests: numbers.slice(0, namedInMail),
  });
}
