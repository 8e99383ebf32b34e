import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { retentionRepository } from '../../platform/jobs/retention.repository.ts';
import { personDataService } from './person-data.service.ts';

/** Accounts erased per run. The next run, an hour later, takes the rest. */
const erasedAtOnce = 100;

/**
 * Erases expired sign-ups: unconfirmed accounts, agents of an organisation that was not decided on in time, and such
 * organisations when no agent is left. Confirmed addresses are notified; an unconfirmed address may belong to another
 * person.
 */
export async function endUnconfirmed(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'mail' | 'additions'>,
): Promise<void> {
  const { db, log } = deps;
  const now = deps.clock.now();
  const people = personDataService(deps);
  const rows = retentionRepository(db);
  const ends = [
    { by: 'expiry', due: rows.unconfirmed.bind(rows) },
    { by: 'undecided', due: rows.unapproved.bind(rows) },
  ] as const;
  for (const { by, due } of ends)
    for (const userId of await due(now, erasedAtOnce)) {
      // A failure is retried in an hour and does not block the other accounts.
      try {
        await people.erase(userId, by);
      } catch (error) {
        log.error({ event: 'account.erasure_failed', userId, err: error });
      }
    }
  const count = await inTransaction(
    db,
    async (tx) => await retentionRepository(tx).removeAbandoned(now),
  );
  if (count > 0) log.info({ event: 'organisation.abandoned_removed', count });
}
