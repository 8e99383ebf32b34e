import { migrationNames, migrationsState } from '@wasl/db/migrations-state';
import express, { type Router } from 'express';

import type { Deps } from '../deps.ts';

type Check = 'ok' | 'failed';

const checkMs = 3000;

async function outcome(check: Promise<unknown>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The check took too long'));
    }, checkMs);
  });
  try {
    await Promise.race([check, late]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/live`: the process answers. `/ready`: the database is reachable and migrated, and files can be stored;
 * 503 with what failed otherwise, and while the server is going down.
 */
export function healthRouter(
  deps: Pick<Deps, 'pool' | 'storage'>,
  isDraining: () => boolean,
): Router {
  const names = migrationNames();
  const router = express.Router();
  router.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    next();
  });
  router.get('/live', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/ready', async (_req, res) => {
    const state = migrationsState(async (sql) => await deps.pool.query(sql), names);
    const [database, migrations, storage] = await Promise.all([
      outcome(deps.pool.query('SELECT 1')),
      outcome(
        state.then(({ pending, failed }) => {
          if (pending.length + failed.length > 0) throw new Error('Migrations are missing');
        }),
      ),
      outcome(deps.storage.check()),
    ]);
    const checks = { database, migrations, storage, accepting: isDraining() ? 'failed' : 'ok' };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'failed', checks });
  });
  return router;
}
