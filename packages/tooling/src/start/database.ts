import { createHmac } from 'node:crypto';
import path from 'node:path';

import { grantServing } from '@wasl/db/serving-role';
import pg from 'pg';

import {
  databaseUrl,
  ensureDatabase,
  hasCluster,
  type LocalDatabase,
  startLocalDatabase,
} from '../local-database/index.ts';
import { migrationUrl } from '../migrate.ts';
import { repositoryRoot } from '../paths.ts';
import { UserError } from '../user-error.ts';

/** Name of the portal's database in the embedded PostgreSQL. */
const DATABASE = 'wasl';

/** The serving role in the embedded PostgreSQL; it owns nothing. */
const SERVING_USER = 'wasl_serving';

/** Key of the advisory lock of a running copy on its embedded PostgreSQL. */
const RUNNING_COPY = 7_215_001;

export interface CommandDatabase {
  /** As the serving role. */
  url: string;
  /** As the role that migrates and owns the tables; the same where there is only one. */
  ownerUrl: string;
  isEmbedded: boolean;
  /** Another copy serves from it, and it answers until that copy ends. */
  isServed: boolean;
  /** One sentence when PostgreSQL's files are outside of the data folder. */
  notice: string | undefined;
  /** Registers a callback for an unexpected end of the embedded PostgreSQL. */
  onLost: (listener: () => void) => void;
  close: () => Promise<void>;
}

/** The data folder of this copy, absolute. */
export function dataFolder(): string {
  const given = process.env.DATA_DIR;
  return path.resolve(repositoryRoot, given === undefined || given === '' ? '.data' : given);
}

/**
 * Opens the database of DATABASE_URL, or the embedded PostgreSQL of the data folder.
 * @param use `own` when this copy will serve from it (one at a time), `visit` for another command
 * @throws UserError when another copy runs on the data folder, or when a visitor finds no database there: a command
 * never creates one
 */
export async function openDatabase(use: 'own' | 'visit'): Promise<CommandDatabase> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new UserError('DATABASE_URL must look like postgresql://user:password@host:5432/name.');
    }
    const close = (): Promise<void> => Promise.resolve();
    return {
      url: given,
      ownerUrl: migrationUrl(given),
      isEmbedded: false,
      isServed: false,
      notice: undefined,
      onLost: () => undefined,
      close,
    };
  }
  const folder = dataFolder();
  if (use === 'visit' && !(await hasCluster(folder))) {
    throw new UserError(
      `There is no database: DATABASE_URL is not set, and ${folder} holds none. ` +
        'Set DATABASE_URL (or DATA_DIR) to the one that is meant; npm start makes a new one in DATA_DIR.',
    );
  }
  const server = await startLocalDatabase(folder);
  const lock = new pg.Client({ connectionString: server.adminUrl });
  let onLost = (): void => undefined;
  lock.on('error', () => onLost());
  await lock.connect();
  const isLast = await takeLock(lock);
  if (!isLast && use === 'own') {
    await lock.end();
    throw new UserError(
      `Another copy of Wasl already runs on the data folder ${folder}. ` +
        'Stop it, or give this one its own DATA_DIR (and PORT).',
    );
  }
  if (use === 'visit' && isLast) await lock.query('SELECT pg_advisory_unlock($1)', [RUNNING_COPY]);
  if (use === 'own') await ensureDatabase(server.adminUrl, DATABASE);
  const ownerUrl = databaseUrl(server.adminUrl, DATABASE);
  const url = servingUrl(ownerUrl);
  // A database of an earlier release has no such user yet.
  await grantServing(ownerUrl, url);
  return {
    url,
    ownerUrl,
    isEmbedded: true,
    isServed: !isLast,
    notice: noticeOf(server),
    onLost: (listener) => (onLost = listener),
    close: async () => {
      onLost = () => undefined;
      // A visitor leaves PostgreSQL running for the copy that serves from it.
      const mayStop = use === 'own' || (await takeLock(lock).catch(() => false));
      if (mayStop) await server.stop();
      await lock.end().catch(() => undefined);
    },
  };
}

/**
 * Address of the embedded PostgreSQL for its serving role. The password derives from the owner's, which is stored next
 * to the cluster.
 */
function servingUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', url.password).update(SERVING_USER).digest('base64url');
  url.username = SERVING_USER;
  return url.href;
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const answer = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS taken',
    [RUNNING_COPY],
  );
  return answer.rows[0]?.taken === true;
}

function noticeOf(server: LocalDatabase): string | undefined {
  if (!server.isOutside) return undefined;
  return (
    `The database is kept in ${server.folder}: PostgreSQL does not run as root, ` +
    'and the user that runs it cannot enter the data folder.'
  );
}
