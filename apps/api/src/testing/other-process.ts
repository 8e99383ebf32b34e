import { createServer } from 'node:http';

import { afterAll } from 'vitest';

import { createApp } from '../app.ts';
import { openDeps, type OpenDeps } from '../platform/program/open-deps.ts';
import type { TestApp } from './create-test-app.ts';
import { madeBefore } from './use-test-app.ts';

/** Another process on a test's database, with change notifications and a server. */
export interface OtherProcess extends OpenDeps {
  readonly baseUrl: string;
}

/** For the tests of a file; closed after them. */
export function useOtherProcess(app: TestApp): OtherProcess {
  const other = madeBefore(() => otherProcess(app));
  afterAll(() => other.close());
  return other;
}

async function otherProcess(app: TestApp): Promise<OtherProcess> {
  const other = await openDeps(app.deps.settings, {
    log: app.deps.log,
    isMailPaused: true,
    isListening: true,
    passwordCost: 4,
    plugins: app.plugins,
  });
  const server = createServer(createApp(other.deps, { plugins: app.plugins }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    ...other,
    baseUrl: `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await other.close();
    },
  };
}
