import { ensureDatabase, databaseUrl, startTemporaryDatabase } from '../local-database/index.ts';
import { migrate } from '../migrate.ts';

/** The migrated, empty database that every test database is copied from. */
export const TEMPLATE_DATABASE = 'wasl_test_template';

export interface TestServer {
  adminUrl: string;
  stop: () => Promise<void>;
}

/**
 * A PostgreSQL with the migrated template. It uses the server of TEST_DATABASE_URL, which must allow creating
 * databases, or starts one for the run.
 * @param settings of that PostgreSQL; they do not apply to TEST_DATABASE_URL
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
