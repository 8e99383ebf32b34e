/**
 * The whole measurement: each call beside the bare limit (`limit/bare-sql.ts`, one statement written by hand for each, in a plain
 * `node:http`), on one or several sizes of the database. Of each call: statements and blocks that PostgreSQL looked at, processor
 * time of Node and PostgreSQL beside the limit's, calls per second and waiting times at sixteen at once; then how each has grown.
 * At the first size also reports, exports, files of 10 MB, a herd of sign-ins and two processes. What is written and imported is
 * measured by `limit-writes.ts` and `limit-imports.ts`, which this starts after it.
 * Needs the API's build. Uses temporary PostgreSQL servers, one for each size, gone afterwards.
 * Run: `npm run bench -- --sizes 10000,1000000 [--only <parts of names, with commas>] [--parts reads,heavy,writes,imports]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';
import { benchFolder, startBare, type Side } from './limit/bare-process.ts';
import { postmasterOf } from './limit/measured-database.ts';
import { startServer, stopServer, type Server } from './measured-server.ts';
import { exportsOf, files, herd, reports, twoProcesses, type Heavy } from './whole/heavy.ts';
import { growth, heading, line } from './whole/print.ts';
import { readCalls } from './whole/read-calls.ts';
import { reading, type Reading } from './whole/reads.ts';
import { agent, sendMany } from './whole/send.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    parts: { type: 'string', default: 'reads,heavy,writes,imports' },
    rounds: { type: 'string', default: '4' },
    calls: { type: 'string', default: '150' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const names = options.only.split(',');
const parts = options.parts.split(',');
const rounds = Number(options.rounds);
const callsARound = Number(options.calls);

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://wasl.test', TRUST_PROXY: '1' };
const sideOf = (server: Server): Side => ({
  port: Number(new URL(server.base).port),
  pid: server.pid,
});

/** Everything that is measured on a database of so many requests. */
async function measureSize(count: number, isFirst: boolean): Promise<Reading[]> {
  const database = await startTestServer([
    'shared_preload_libraries=pg_stat_statements',
    'shared_buffers=512MB',
    'max_wal_size=8GB',
  ]);
  process.env.TEST_DATABASE_URL = database.adminUrl;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-whole-'));
  const app = await createTestApp();
  const running: { stop: () => Promise<void> }[] = [];
  try {
    const began = performance.now();
    const filled = await fill(app, count);
    await app.make.theRuleSets();
    await app.db.$executeRawUnsafe('CREATE EXTENSION pg_stat_statements');
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `\n${String(count)} requests, filled in ${seconds} s; load ${os.loadavg()[0]?.toFixed(1) ?? ''} on ${String(os.cpus().length)} processors`,
    );
    const postmaster = await postmasterOf(app);
    const serve = async (env: Readonly<Record<string, string>> = {}): Promise<Side> => {
      const server = await startServer(app, dataDir, { ...production, ...env });
      running.push({ stop: () => stopServer(server) });
      return sideOf(server);
    };
    const wasl = await serve();
    const bare = await startBare('bare-server.ts', app.deps.settings.databaseUrl, dataDir);
    running.push(bare);
    const readings: Reading[] = [];
    if (parts.includes('reads')) {
      const calls = await readCalls(app, wasl.port, filled);
      const wanted = calls.filter(({ name }) => names.some((part) => name.includes(part)));
      // Both programs are compiled while they run: nothing is measured before.
      for (const call of wanted)
        for (const side of call.isAlone === true ? [wasl] : [wasl, bare])
          await sendMany([side.port], call, Math.min(callsARound, 20));
      console.log(heading);
      for (const call of wanted) {
        const one = await reading({ app, wasl, bare, postmaster, rounds, callsARound }, call);
        readings.push(one);
        console.log(line(one));
        if (one.differs.length > 0 || one.refused > 0) process.exitCode = 1;
      }
    }
    if (isFirst && parts.includes('heavy')) {
      const heldFile = path.join(dataDir, 'loop-delay.json');
      process.env.SERVER_NODE_OPTIONS = `--max-old-space-size=512 --import ${path.join(import.meta.dirname, 'limit/loop-delay.mjs')}`;
      const watched = await serve({ LOOP_DELAY_FILE: heldFile });
      delete process.env.SERVER_NODE_OPTIONS;
      const heldMs = async (): Promise<number> => {
        process.kill(watched.pid, 'SIGUSR2');
        await new Promise((resolve) => setTimeout(resolve, 300));
        return (JSON.parse(await readFile(heldFile, 'utf8')) as { max: number }).max;
      };
      const heavy: Heavy = { app, filled, wasl: watched, bare, postmaster, heldMs };
      await reports(heavy, 10);
      await exportsOf(heavy);
      await files(heavy, 5);
      await herd({ ...heavy, wasl });
      await twoProcesses({ ...heavy, wasl }, await serve());
    }
    return readings;
  } finally {
    agent.destroy();
    for (const one of running.toReversed()) await one.stop();
    await app.close();
    delete process.env.TEST_DATABASE_URL;
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Another measurement of this folder, as a program of its own. */
async function alsoRun(program: string, ...args: readonly string[]): Promise<void> {
  console.log(`\n${program} ${args.join(' ')}`);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, program), ...args],
    { cwd: benchFolder, stdio: 'inherit' },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

const bySize = new Map<number, readonly Reading[]>();
if (parts.includes('reads') || parts.includes('heavy'))
  for (const [place, size] of sizes.entries())
    bySize.set(size, await measureSize(size, place === 0));
for (const text of growth(bySize)) console.log(text);
if (parts.includes('writes')) await alsoRun('limit-writes.ts', String(sizes[0] ?? 10_000));
if (parts.includes('imports')) await alsoRun('limit-imports.ts', '10000', '3000');
