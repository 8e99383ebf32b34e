import type { Db, Pool } from '../database/db.ts';
import { healthRepository } from '../http/health.repository.ts';
import { demoEmails } from '../settings/demo-accounts.ts';
import { startChecksRepository } from './start-checks.repository.ts';

/** A plain-language reason not to start. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}

/** A program of this release finds its tables and columns only after its migrations. */
export async function refuseUnmigrated(pool: Pool): Promise<void> {
  if (await healthRepository(pool).isMigrated()) return;
  throw new StartRefused(
    'Wasl cannot start: the database lacks migrations. npm run admin -- migrate applies them.',
  );
}

/** The password of the demonstration accounts is public, so a production server refuses a database with them. */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const found = await startChecksRepository(db).accountsAmong(demoEmails);
  if (found > 0) {
    throw new StartRefused(
      'Wasl cannot start in production: this database holds the demonstration accounts, whose password is public. Use another database, or remove them.',
    );
  }
}
