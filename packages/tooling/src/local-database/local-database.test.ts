// @module-tag slow

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ensureDatabase, type LocalDatabase, startLocalDatabase } from './index.ts';

describe('startLocalDatabase', () => {
  let dataFolder: string;
  let server: LocalDatabase | undefined;

  const pidFile = (): string => path.join(server?.folder ?? '', 'postmaster.pid');
  const pid = (): number => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
  async function names(): Promise<string[]> {
    const client = new pg.Client({ connectionString: server?.adminUrl });
    await client.connect();
    const answer = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database');
    await client.end();
    return answer.rows.map(({ name }) => name);
  }
  async function killOutright(): Promise<void> {
    const victim = pid();
    process.kill(victim, 'SIGKILL');
    await expect
      .poll(() => {
        try {
          return process.kill(victim, 0);
        } catch {
          return false;
        }
      })
      .toBe(false);
  }

  beforeAll(() => {
    dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-data-'));
    fs.chmodSync(dataFolder, 0o755);
  });
  beforeEach(async () => {
    server = await startLocalDatabase(dataFolder);
    await ensureDatabase(server.adminUrl, 'kept');
  });
  afterAll(async () => {
    await server?.stop();
    fs.rmSync(dataFolder, { recursive: true, force: true });
  });

  it('preserves its data over a stop and a start', async () => {
    await server?.stop();
    expect(fs.existsSync(pidFile())).toBe(false);
    server = await startLocalDatabase(dataFolder);
    expect(await names()).toContain('kept');
  });

  it('connects to a server that is already running', async () => {
    const before = pid();
    server = await startLocalDatabase(dataFolder);
    expect(pid()).toBe(before);
    expect(await names()).toContain('kept');
  });

  it('recovers after the server was killed', async () => {
    await killOutright();
    expect(fs.existsSync(pidFile())).toBe(true);
    server = await startLocalDatabase(dataFolder);
    expect(await names()).toContain('kept');
  });

  it.runIf(process.platform === 'linux')(
    'recovers when another program has the dead server’s process id',
    async () => {
      await killOutright();
      const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
      await once(other, 'spawn');
      const rest = fs.readFileSync(pidFile(), 'utf8').split('\n').slice(1);
      fs.writeFileSync(pidFile(), [String(other.pid), ...rest].join('\n'));
      try {
        server = await startLocalDatabase(dataFolder);
        expect(await names()).toContain('kept');
        expect(other.exitCode).toBeNull();
      } finally {
        other.kill();
      }
    },
  );

  it('allows only its owner to read its password', () => {
    const file = path.join(path.dirname(server?.folder ?? ''), 'postgres-password');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('explains in a sentence that the data folder is not writable', async () => {
    await expect(startLocalDatabase('/dev/null/data')).rejects.toThrow(
      /^The data folder \/dev\/null\/data cannot be written: /,
    );
  });
});
