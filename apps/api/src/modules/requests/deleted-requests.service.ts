import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { endsBefore } from '../../platform/jobs/retention.ts';
import { emptiedRequestsRepository } from './emptied-requests.repository.ts';

/** How many one round of the housekeeping empties; the rest waits for the next hour. */
const emptiedAtOnce = 200;

/**
 * The housekeeping's part for requests deleted 30 days ago: their words and files go, their rows stay as numbers. A file that an agent
 * sent with a message of another request as well stays there.
 * @returns how many were emptied
 */
export async function emptyDeletedRequests(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files'>,
): Promise<number> {
  const { db, files, log } = deps;
  const now = deps.clock.now();
  const due = await emptiedRequestsRepository(db).due(
    endsBefore('deletedRequests', now),
    emptiedAtOnce,
  );
  let emptied = 0;
  for (const id of due) {
    // One that fails is tried again in an hour and does not keep the others.
    try {
      const isDone = await inTransaction(db, async (tx) => {
        const repository = emptiedRequestsRepository(tx);
        if (!(await repository.begin(id, now))) return false;
        const held = await repository.filesOf(id);
        await repository.empty({ id });
        for (const file of held) await files.erase(tx, file);
        return true;
      });
      if (isDone) emptied += 1;
    } catch (error) {
      log.error({ event: 'emptying failed', requestId: id, err: error });
    }
  }
  if (emptied > 0) log.info({ event: 'deleted requests emptied', count: emptied });
  return emptied;
}
