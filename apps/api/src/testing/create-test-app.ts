import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { createTestDatabase } from '@wasl/tooling/testing';

import { createApp } from '../app.ts';
import { notifyInfectedFileOwners } from '../modules/files/index.ts';
import { systemClock, type Clock } from '../platform/program/clock.ts';
import type { Deps } from '../platform/program/deps.ts';
import { readSettings, type Settings } from '../platform/settings/env.ts';
import { limits } from '../platform/settings/limits.ts';
import { createLogger } from '../platform/program/logger.ts';
import { openLink } from '../platform/mail/sealed-links.ts';
import type { OutboxSender, PluginWorker } from '../platform/queue/queue-worker.ts';
import type { MailTemplates } from '../platform/mail/mails/index.ts';
import { openDeps, type OpenOptions } from '../platform/program/open-deps.ts';
import { configurePlugins, type ConfiguredPlugins } from '../platform/program/plugin.ts';
import type { Scanning } from '../platform/storage/scanning.ts';
import type { Storage } from '../platform/storage/storage.ts';
import * as plugins from '../plugins/index.ts';
import { factories, type Factories } from './factories.ts';
import { testClient, type TestClient } from './test-client.ts';

/** Secret of the tests' tokens. Production refuses a secret this well known. */
export const testSecret = 'only-the-tests-sign-with-this-secret-0123456789';

export interface TestApp {
  readonly deps: Deps;
  readonly db: Deps['db'];
  readonly server: Server;
  readonly baseUrl: string;
  readonly anonymous: TestClient;
  /** Calls as this person, with a new session. */
  as(user: { readonly id: string }): Promise<TestClient>;
  /** The token of a new session of this person. */
  tokenOf(user: { readonly id: string }): Promise<string>;
  readonly make: Factories;
  /** Unsent mails, oldest first; each event of a merged mail is one entry. */
  mails(): Promise<
    { to: string; lang: string; template: string; params: Record<string, unknown> }[]
  >;
  /** The mail sender. It does not poll: `sender.sendDue()` sends. */
  readonly sender: OutboxSender;
  /** Likewise those of plugins. */
  readonly workers: Readonly<Record<string, PluginWorker>>;
  readonly plugins: ConfiguredPlugins;
  /** Scans stored files on `scanWaiting`; null without SCANNER_URL. */
  readonly scanning: Scanning | null;
  /** Requested delays against guessing in ms, in order. */
  readonly pauses: number[];
  readonly logLines: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Extra settings by their environment names. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings without an environment variable: limits, and the folder of the client. */
  readonly settings?: Partial<Settings>;
  readonly clock?: Clock;
  /**
   * Caches reads until a notification, as the server does. Notifications of the test's own writes arrive shortly after.
   */
  readonly isListening?: boolean;
  /** Fewer connections and shorter timeouts for reads. */
  readonly readLimits?: OpenOptions['readLimits'];
  /** Wraps the store, for a slow or a failing one. */
  readonly aroundStorage?: (storage: Storage) => Storage;
}

/** The real application on its own database, folder and port. Call `close` at the end. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-test-'));
  // `npm run proof:parts` runs the tests through a real PgBouncer.
  const pooler = process.env.TEST_POOLER_ADDRESS;
  const settings = {
    ...readSettings({
      NODE_ENV: 'test',
      ...(pooler === undefined
        ? { DATABASE_URL: database.url }
        : {
            DATABASE_URL: Object.assign(new URL(database.url), { host: pooler }).href,
            DATABASE_DIRECT_URL: database.url,
          }),
      DATA_DIR: dataDir,
      JWT_SECRET: testSecret,
      PUBLIC_URL: 'http://wasl.test',
      ...options.env,
    }),
    ...limits,
    // A test file makes more calls in a minute than a person.
    callsPerMinute: 1_000_000,
    // Tests move the clock by hours and continue with the same session.
    sessionIdleMinutes: 720,
    webDist: path.join(dataDir, 'web'),
    ...options.settings,
  };
  const logLines: string[] = [];
  const pauses: number[] = [];
  const log = createLogger(settings.logLevel, {
    write: (line: string) => {
      logLines.push(line);
    },
  });
  const clock = options.clock ?? systemClock;
  const configured = configurePlugins(plugins, options.env ?? {});
  const { deps, sender, workers, scanning, close } = await openDeps(settings, {
    log,
    clock,
    passwordCost: 4,
    isMailPaused: true,
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    isListening: options.isListening ?? false,
    plugins: configured,
    ...(options.aroundStorage ? { aroundStorage: options.aroundStorage } : {}),
    ...(options.readLimits ? { readLimits: options.readLimits } : {}),
  });
  notifyInfectedFileOwners({ deps, scanning });
  const { db } = deps;
  const server = createServer(createApp(deps, { plugins: configured }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The test server has no port');
  const baseUrl = `http://127.0.0.1:${String(address.port)}`;
  const make = factories(db);

  const tokenOf = async (user: { readonly id: string }): Promise<string> => {
    const row = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const session = await db.session.create({
      data: {
        userId: row.id,
        lastSeenAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 8 * 3600 * 1000),
      },
    });
    return deps.tokens.sign({
      email: row.email,
      name: `${row.prenom} ${row.nom}`,
      role: row.role,
      userId: row.id,
      sessionId: session.id,
      sessionVersion: row.sessionVersion,
    });
  };

  return {
    deps,
    db,
    server,
    baseUrl,
    make,
    logLines,
    pauses,
    sender,
    workers,
    plugins: configured,
    scanning,
    anonymous: testClient(baseUrl),
    tokenOf,
    as: async (user) => testClient(baseUrl, await tokenOf(user)),
    mails: async () => {
      const rows = await db.outboxMail.findMany({
        where: { state: 'WAITING' },
        orderBy: { id: 'asc' },
      });
      return rows.flatMap(({ to, lang, template, params: stored }) => {
        const params = openLink(deps.sealing, stored) as Record<string, unknown>;
        if (template !== 'requestEvents') return [{ to, lang, template, params }];
        const { events } = stored as unknown as MailTemplates['requestEvents'];
        return events.map((event) => ({
          to,
          lang,
          template: event.template,
          params: { ...event.params },
        }));
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
