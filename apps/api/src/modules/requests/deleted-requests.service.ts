import { inAct } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import type { AdministratorWord } from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { endsBefore } from '../../platform/jobs/retention.ts';
import { administrationRepository } from './administration.repository.ts';
import { recordAct, type RequestAdministrationDeps } from './administration.service.ts';
import { emptiedRequestsRepository } from './emptied-requests.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import { routingRepository } from './routing.repository.ts';

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
        const stored = await repository.filesOf(id);
        await repository.empty({ id });
        for (const file of stored) await files.erase(tx, file);
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

/**
 * Restores a deleted request with the status that it had, while its text exists. Its owner is notified.
 * @returns `emptied` after its text was erased, `notDeleted` for any other request
 * @throws ApiError NOT_FOUND
 */
export async function restoreDeletedRequest(
  deps: RequestAdministrationDeps,
  numRequest: string,
  word: AdministratorWord,
): Promise<'restored' | 'emptied' | 'notDeleted'> {
  const id = await administrationRepository(deps.db).requestIdOf(numRequest);
  if (id === undefined) throw new ApiError('NOT_FOUND');
  return await inAct(deps, administrator, async (act) => {
    const { tx, now } = act;
    const deletion = await emptiedRequestsRepository(tx).lockDeleted(id);
    if (deletion === undefined) return 'notDeleted';
    if (deletion.isEmptied) return 'emptied';
    const { status: to } = deletion;
    await requestWrites(tx).set(id, { status: to });
    const request = await routingRepository(tx).process(id);
    act.record({ type: 'request.restored', request, to });
    await recordAct(tx, 'REQUEST_RESTORED', request, word, now);
    return 'restored';
  });
}
