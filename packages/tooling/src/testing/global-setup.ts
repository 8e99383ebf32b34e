import { startTestServer } from './template.ts';

/** Vitest's global setup: one PostgreSQL for the run, its address in TEST_DATABASE_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.adminUrl;
  return async () => {
    await server.stop();
    delete process.env.TEST_DATABASE_URL;
  };
}
