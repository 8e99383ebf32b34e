import { sql } from 'kysely';

import type { Db } from './db.ts';
import { build, rows } from './statements.repository.ts';

/** Serializes changes of the reference data, by seeds and administrators, until the transaction ends. */
export async function lockReferenceData(db: Db): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtext('wasl seed'))::text`;
  await rows(db, build.selectNoFrom(lock.as('lock')));
}
