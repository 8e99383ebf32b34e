// @module-tag slow

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { createTestDatabase } from '@wasl/tooling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase, type PrismaClient } from './platform/database/db.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: PrismaClient;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-worker-'));
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

class Program {
  readonly lines: Record<string, unknown>[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  #wake: () => void = () => undefined;
  constructor(script: string, env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, ['--import', 'tsx', `src/${script}`], {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: '0',
        METRICS_PORT: '0',
        ...env,
      },
    });
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    let rest = '';
    this.child.stdout.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk.toString()}`.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.lines.push(JSON.parse(part) as Record<string, unknown>);
      this.#wake();
    });
  }
  /** The first line of an event, as soon as it appears. */
  async logged(event: string): Promise<Record<string, unknown>> {
    for (;;) {
      const line = this.lines.find((one) => one['event'] === event);
      if (line !== undefined) return line;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return await this.ended;
  }
}

it('a worker sends the mails and runs the due jobs of servers without these tasks', async () => {
  await db.outboxMail.create({
    data: {
      to: 'amina@example.org',
      lang: 'fr',
      template: 'passwordChanged',
      params: { name: 'Amina', at: '2026-06-15T08:00:00.000Z' },
    },
  });
  const server = new Program('server.ts', { JOBS: 'elsewhere' });
  await server.logged('server.listening');
  const worker = new Program('worker.ts');
  // A sender polls at its start. A sender in the server would have taken the mail first.
  await worker.logged('mail.sent');
  const { port } = await worker.logged('metrics.listening');
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
    if (/^wasl_job_last_success_timestamp_seconds\{job="open-steps"\} \d/m.test(metrics)) break;
  }
  expect(await worker.stop()).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(server.lines.map(({ event }) => event)).not.toContain('mail.sent');
  const jobs = await db.backgroundJob.findMany({ orderBy: { name: 'asc' } });
  expect(jobs.map(({ name, heldBy }) => ({ name, heldBy }))).toEqual(
    [
      'absences',
      'deleted-requests',
      'ended-shares',
      'erasures',
      'housekeeping',
      'makers-left',
      'morning-mails',
      'old-drafts',
      'open-steps',
      'webhooks-off',
      'webhooks-waiting',
    ].map((name) => ({ name, heldBy: null })),
  );
});

it('worker and server refuse to start on a database without migrations, and name the command', async () => {
  await db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_initial'`;
  for (const script of ['worker.ts', 'server.ts']) {
    const program = new Program(script);
    expect(await text(program.child.stderr)).toBe(
      'Wasl cannot start: the database lacks migrations. npm run admin -- migrate applies them.\n',
    );
    expect(await program.ended).toBe(1);
  }
});
