import express, { type Router } from 'express';

import { within } from '../program/deadline.ts';
import type { Deps } from '../program/deps.ts';
import { healthRepository } from './health.repository.ts';

type Check = 'ok' | 'failed';

const checkMs = 3000;

/** Reason of a failure for operators: codes and messages of drivers and stores. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as Error & { code?: unknown };
  const words = error.message.replaceAll(/\s+/g, ' ').slice(0, 300);
  const own = [error.name, typeof code === 'string' ? code : '', words].filter(
    (part) => part !== '',
  );
  return cause instanceof Error ? `${own.join(' ')} (${reasonOf(cause)})` : own.join(' ');
}

/**
 * `/live`: the process responds. `/ready`: the database is reachable and migrated, and files can be stored. Otherwise,
 * and during shutdown, it answers 503 with what failed.
 */
export function healthRouter(
  deps: Pick<Deps, 'pool' | 'storage' | 'log'>,
  isDraining: () => boolean,
): Router {
  const health = healthRepository(deps.pool);
  const router = express.Router();
  const lastReasons = new Map<string, string>();

  /** Logs each transition between failure and success once, instead of at every probe. */
  async function outcome(what: string, check: Promise<unknown>): Promise<Check> {
    try {
      await within(checkMs, check);
      if (lastReasons.delete(what)) deps.log.info({ event: 'health.ready_again', what });
      return 'ok';
    } catch (error) {
      const reason = reasonOf(error);
      if (lastReasons.get(what) !== reason)
        deps.log.error({ event: 'health.not_ready', what, reason });
      lastReasons.set(what, reason);
      return 'failed';
    }
  }

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
      outcome('database', health.ping()),
      outcome('migrations', migrated),
      outcome('storage', deps.storage.check()),
    ]);
    const checks = { database, migrations, storage, accepting: isDraining() ? 'failed' : 'ok' };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'failed', checks });
  });
  return router;
}
