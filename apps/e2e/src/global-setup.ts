import { provideBrowser } from '@wasl/tooling/browser';
import { prepareDemo } from '@wasl/tooling/testing/portal';
import { startTestServer } from '@wasl/tooling/testing/server';

/**
 * Provides a browser, one PostgreSQL server and one template database for the whole run. The workers read them from
 * their environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await provideBrowser();
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.adminUrl;
  const removeDemo = process.env.PORTAL_URL === undefined ? await prepareDemo() : undefined;
  return async () => {
    await removeDemo?.();
    await server.stop();
  };
}
