import { ensureDatabase, databaseUrl, startTemporaryDatabase } from '../local-database/index.ts';
import { migrate } from '../migrate.ts';

/** The migrated, empty database that every test database is a copy of. */
export const TEMPLATE_DATABASE = 'wasl_test_template';

/** A server for one test run. */
export interface TestServer {
  adminUrl: string;
  stop: () => Promise<void>;
}

/**
 * A PostgreSQL with the migrated template. TEST_DATABASE_URL names a server that may create
 * databases and is used when given; otherwise one is started for the run and removed after it.
 * @param settings of that PostgreSQL; they are not given to one of TEST_DATABASE_URL
 */
export async function startTestServer(settings: readonly string[] = []): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const local = given === undefined ? await startTemporaryDatabase(settings) : undefined;
  const adminUrl = given ?? local?.adminUrl ?? '';
  const stop = local?.stop ?? (() => Promise.resolve());
  try {
    await ensureDatabase(adminUrl, TEMPLATE_DATABASE);
    await migrate(databaseUrl(adminUrl, TEMPLATE_DATABASE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}
