import path from 'node:path';

import { turbo } from '../build.ts';
import { repositoryRoot } from '../paths.ts';
import type { StopSignal } from '../stop-signal.ts';
import { openDatabase } from './database.ts';
import { serverEnvironment } from './index.ts';
import { startServer } from './server-process.ts';

/** `npm run worker`: the background work in a separate process, for servers with `JOBS=elsewhere`. */
export async function work(stop: StopSignal): Promise<number> {
  await turbo(['build'], stop, ['@wasl/api']);
  const database = await openDatabase('visit');
  const { env } = serverEnvironment(database);
  const worker = startServer(path.join(repositoryRoot, 'apps/api/dist/worker.mjs'), env);
  try {
    const asked = new Promise<'asked'>((resolve) => {
      stop.asked.addEventListener('abort', () => resolve('asked'));
      if (stop.asked.aborted) resolve('asked');
    });
    const last = await Promise.race([worker.ended, asked]);
    return last === 'asked' ? 0 : last;
  } finally {
    await worker.stop(stop.hurried);
    await database.close();
  }
}
