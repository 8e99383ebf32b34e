import { startTestServer } from '@wasl/tooling/testing/server';

/** One PostgreSQL for the whole run; the workers find its address in their environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.adminUrl;
  return server.stop;
}
