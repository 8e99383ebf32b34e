import { prepareDemo } from '@wasl/tooling/testing/portal';
import { startTestServer } from '@wasl/tooling/testing/server';

/** One PostgreSQL for the whole run, and one filled database to copy; the workers find both in their environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.adminUrl;
  const removeDemo = process.env.PORTAL_URL === undefined ? await prepareDemo() : undefined;
  return async () => {
    await removeDemo?.();
    await server.stop();
  };
}
