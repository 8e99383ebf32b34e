import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '../local-database/index.ts';
import { environment, execute, isRoot, versionOf, type Part } from './part.ts';

/** The newest of Debian's version folders with programs. */
async function postgresPrograms(): Promise<string | null> {
  const folder = '/usr/lib/postgresql';
  const versions = await fs.readdir(folder).catch(() => []);
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : path.join(folder, newest, 'bin');
}

async function postgresVersion(): Promise<string | null> {
  const programs = await postgresPrograms();
  return programs === null ? null : await versionOf(path.join(programs, 'pg_dump'), '--version');
}

interface Cluster {
  readonly url: string;
  readonly programs: string;
  /** The command that starts it again after its end. */
  readonly startWords: readonly string[];
  stop(): Promise<void>;
}

/** A new cluster below a folder that any user can enter. */
async function startCluster(
  parent: string,
  initOptions: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const programs = (await postgresPrograms()) ?? '';
  const port = await freePort();
  // It does not run as root.
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const run = async (words: readonly string[]): Promise<void> => {
    const [first = '', ...rest] = words;
    await execute(first, rest, { env: environment, cwd: os.tmpdir() });
  };
  const data = path.join(parent, 'data');
  const program = (name: string, ...words: string[]): string[] => [
    ...as,
    path.join(programs, name),
    '-D',
    data,
    ...words,
  ];
  const options = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    ...settings,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const startWords = program(
    'pg_ctl',
    '-o',
    options,
    '-l',
    path.join(parent, 'log'),
    '-w',
    'start',
  );
  await run(
    program(
      'initdb',
      '-U',
      'wasl',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      ...initOptions,
    ),
  );
  await run(startWords);
  return {
    url: `postgresql://wasl@127.0.0.1:${String(port)}/postgres`,
    programs,
    startWords,
    stop: async () => {
      await run(program('pg_ctl', '-m', 'immediate', '-w', 'stop'));
    },
  };
}

/** A new folder that any user can enter. */
async function openFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-proof-'));
  await fs.chmod(folder, 0o777);
  return folder;
}

/** Debian's PostgreSQL with pg_dump: the tests' package has none, and a dump needs one as new as its server. */
export const postgresql: Part = {
  name: 'postgresql',
  debian: 'postgresql',
  version: postgresVersion,
  start: async () => {
    const parent = await openFolder();
    const cluster = await startCluster(parent);
    return {
      env: { TEST_DATABASE_URL: cluster.url, TEST_POSTGRES_PROGRAMS: cluster.programs },
      stop: async () => {
        await cluster.stop();
        await fs.rm(parent, { recursive: true, force: true });
      },
    };
  },
};

/** The same on a separate in-memory disk, which its proof fills. */
export const postgresqlDisk: Part = {
  name: 'postgresql-disk',
  debian: 'postgresql, and who may mount (root)',
  version: async () => (isRoot ? await postgresVersion() : null),
  start: async () => {
    const disk = await openFolder();
    await execute('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0777', 'tmpfs', disk]);
    const free = async (): Promise<void> => {
      await execute('umount', [disk]);
      await fs.rm(disk, { recursive: true, force: true });
    };
    try {
      // Small WAL segments: the disk fills up within one, like a larger disk within hours.
      const cluster = await startCluster(disk, ['--wal-segsize=1'], {
        min_wal_size: '2MB',
        max_wal_size: '8MB',
      });
      return {
        env: {
          TEST_DATABASE_URL: cluster.url,
          TEST_POSTGRES_DISK: disk,
          TEST_POSTGRES_START: JSON.stringify(cluster.startWords),
        },
        stop: async () => {
          // After a failed proof it may already have ended.
          await cluster.stop().catch(() => undefined);
          await free();
        },
      };
    } catch (error) {
      await free();
      throw error;
    }
  },
};
