import type { Db } from '../../platform/database/db.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

/** Requests that a mail names; of more it says how many there are. */
export const namedInMail = 20;

/** Tells the administrator of submitted requests with something that no organisation takes; once for an import. */
export async function tellUnroutedRequests(
  tx: Db,
  outbox: Outbox,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return;
  await outbox.tellAdministrator(tx, 'requestsUnrouted', {
    count: numbers.length,
    requests: numbers.slice(0, namedInMail),
  });
}
