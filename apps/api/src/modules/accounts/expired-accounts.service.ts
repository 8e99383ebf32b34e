import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { retentionRepository } from '../../platform/jobs/retention.repository.ts';
import { personDataService } from './person-data.service.ts';

/** How many one round of the housekeeping erases; the rest waits for the next hour. */
const erasedAtOnce = 100;

/**
 * The housekeeping's part for sign-ups that came to nothing: accounts whose address was never confirmed are erased, so are those of
 * agents whose organisation nobody approved or refused in time, and such organisations go once nobody stands for them. Those who
 * confirmed are told that it is over; an address that was not confirmed may be somebody else's.
 */
export async function endUnconfirmed(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'mail'>,
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
      // One that fails is tried again in an hour and does not keep the others.
      try {
        await people.erase(userId, by);
      } catch (error) {
        log.error({ event: 'erasure failed', userId, err: error });
      }
    }
  const count = await inTransaction(
    db,
    async (tx) => await retentionRepository(tx).removeAbandoned(now),
  );
  if (count > 0) log.info({ event: 'abandoned organisations removed', count });
}
