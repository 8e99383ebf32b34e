import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { endsBefore } from '../../platform/jobs/retention.ts';
import { emptiedRequestsRepository } from './emptied-requests.repository.ts';

/** Requests per run. The next run, an hour later, takes the rest. */
const emptiedAtOnce = 200;

/**
 * Erases the texts and files of requests deleted 30 days ago. The rows stay for the statistics. A file that an agent
 * also sent with a message of another request stays there.
 * @returns the number of emptied requests
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
    // A failure is retried in an hour and does not block the other requests.
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
      log.error({ event: 'request.emptying_failed', requestId: id, err: error });
    }
  }
  if (emptied > 0) log.info({ event: 'request.deleted_emptied', count: emptied });
  return emptied;
}
