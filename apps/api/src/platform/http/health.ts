import express, { type Router } from 'express';

import { within } from '../deadline.ts';
import type { Deps } from '../deps.ts';
import { healthRepository } from './health.repository.ts';

type Check = 'ok' | 'failed';

const checkMs = 3000;

async function outcome(check: Promise<unknown>): Promise<Check> {
  try {
    await within(checkMs, check);
    return 'ok';
  } catch {
    return 'failed';
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
  const health = healthRepository(deps.pool);
  const router = express.Router();
  router.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    next();
  });
  router.get('/live', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/ready', async (_req, res) => {
    const migrated = health.isMigrated().then((isMigrated) => {
      if (!isMigrated) throw new Error('Migrations are missing');
    });
    const [database, migrations, storage] = await Promise.all([
      outcome(health.ping()),
      outcome(migrated),
      outcome(deps.storage.check()),
    ]);
    const checks = { database, migrations, storage, accepting: isDraining() ? 'failed' : 'ok' };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'failed', checks });
  });
  return router;
}
