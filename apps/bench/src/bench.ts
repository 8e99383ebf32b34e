/**
 * Measures the cost of calls against a baseline: one hand-written statement each, in a plain `node:http` server. For
 * each size it fills a database and prints one table. The table has the processor time of each call in Node and in
 * PostgreSQL, for the product and the baseline. It also has the growth since the first size. The client's own time is
 * excluded. Needs the API's build. Uses temporary PostgreSQL servers.
 * Run: `npm run bench -- --sizes 10000,1000000 [--open 10000] [--only <parts of names, with commas>] [--parts reads,sign-in,writes,imports,event-loop]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp, testSecret } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';
import { printBlocks } from './event-loop.ts';
import { measuredImports } from './imports.ts';
import { measure, neededOf, type Call, type Ground, type Measured } from './measure.ts';
import { startBare, startServer, type Side, type Used } from './processes.ts';
import { readCalls } from './read-calls.ts';
import { delayMails, signInCalls, writeCalls } from './write-calls.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000' },
    open: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: '' },
    parts: { type: 'string', default: 'reads,sign-in,writes,imports,event-loop' },
    rounds: { type: 'string', default: '4' },
    calls: { type: 'string', default: '150' },
  },
});
const names = options.only.split(',');
const isWanted = (name: string): boolean => names.some((part) => name.includes(part));
const parts = options.parts.split(',');

const sum = ({ node, postgres }: Used): number => node + postgres;
const cell = (text: string, wide = 11): string => text.padStart(wide);
const ms = (value: number | undefined): string => cell(value?.toFixed(value < 100 ? 2 : 0) ?? '–');
const times = (ratio: number): string => cell(ratio > 0 ? `${ratio.toFixed(1)} ×` : '', 7);
const heading = `${'ms of a call'.padEnd(32)}        Node  PostgreSQL limit: Node  PostgreSQL   ratio  growth`;

/** Processor time of each call at the first size. */
const atFirst = new Map<string, number>();
function print({ name, own, limit, differs }: Measured): void {
  const growth = sum(own) / (atFirst.get(name) ?? Infinity);
  if (growth === 0) atFirst.set(name, sum(own));
  const costs = [own.node, own.postgres, limit?.node, limit?.postgres].map(ms);
  const ratios = [limit === null ? 0 : sum(own) / sum(limit), growth].map(times);
  console.log([name.padEnd(32), ...costs, ...ratios].join(' '));
  if (differs.length === 0) return;
  console.log(`  DIFFERS ${differs.join('; ')}`);
  process.exitCode = 1;
}

async function measureSize(count: number): Promise<void> {
  const database = await startTestServer(['shared_buffers=512MB', 'max_wal_size=8GB']);
  process.env.TEST_DATABASE_URL = database.adminUrl;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-bench-'));
  const app = await createTestApp();
  const running: Side[] = [];
  try {
    const began = performance.now();
    const filled = await fill(app, count, Math.min(count, Number(options.open)));
    await app.make.theRuleSets();
    await delayMails(app);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `\n${String(count)} requests, filled in ${seconds} s; load ${os.loadavg()[0]?.toFixed(1) ?? ''} on ${String(os.cpus().length)} processors`,
    );
    const [file] = await app.db.$queryRaw<
      { text: string }[]
    >`SELECT pg_read_file('postmaster.pid') AS text`;
    const { databaseUrl, dataDir } = app.deps.settings;
    const wasl = await startServer(databaseUrl, testSecret, dataDir);
    running.push(wasl);
    const bare = await startBare(databaseUrl, testSecret);
    running.push(bare);
    const ground: Ground = {
      ...{ app, wasl, bare },
      postmaster: Number(file?.text.split('\n')[0]),
      rounds: Number(options.rounds),
      callsARound: Number(options.calls),
    };
    const callsOf: Readonly<Record<string, () => Promise<Call[]>>> = {
      reads: () => readCalls(app, wasl.port, filled),
      'sign-in': () => signInCalls(app),
      writes: () => writeCalls(app, filled, neededOf(ground)),
    };
    console.log(heading);
    for (const [part, calls] of Object.entries(callsOf))
      if (parts.includes(part))
        for (const call of await calls())
          if (isWanted(call.name)) print(await measure(ground, call));
    if (parts.includes('event-loop')) await printBlocks(ground, filled, isWanted);
    if (parts.includes('imports'))
      for await (const measured of measuredImports(ground, folder)) print(measured);
  } finally {
    for (const one of running.toReversed()) await one.stop();
    await app.close();
    delete process.env.TEST_DATABASE_URL;
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

for (const size of options.sizes.split(',')) await measureSize(Number(size));
