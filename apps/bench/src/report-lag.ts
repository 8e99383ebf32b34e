/**
 * How long eight Arabic reports asked for at once, and four exports of a large worklist as a workbook, hold the event loop of the
 * built server, and how long another call waits meanwhile; beside the same while nothing is asked, for what the machine adds by
 * itself. Needs the API's build. Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/report-lag.ts [reports] [requests of the database]` in apps/bench.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';
import { rss, startServer, stopServer } from './measured-server.ts';

const [count = 8, requests = 10_000] = process.argv.slice(2).map(Number);
const exportsAtOnce = 4;
const rounds = 3;

const database = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : null;
if (database) process.env.TEST_DATABASE_URL = database.adminUrl;
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-report-lag-'));
const file = path.join(dataDir, 'loop-delay.json');
const app = await createTestApp();
process.env.SERVER_NODE_OPTIONS = `--max-old-space-size=512 --import ${path.join(import.meta.dirname, 'limit/loop-delay.mjs')}`;
const server = await startServer(app, dataDir, { LOOP_DELAY_FILE: file });
try {
  const { partnerIds } = await fill(app, requests);
  const agents = await Promise.all(
    Array.from({ length: exportsAtOnce }, () =>
      app.make.anAgent({ partnerId: partnerIds[0] ?? 0 }),
    ),
  );
  const agentTokens = await Promise.all(agents.map((agent) => app.tokenOf(agent)));
  const user = await app.make.aBeneficiary();
  const ownToken = await app.tokenOf(user);
  const { id } = await app.make.aSimulation(user.id, 'general');
  const ask = async (place: string, token: string, init: RequestInit = {}): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.base}${place}`, { ...init, headers });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${place} was answered ${String(answer.status)}`);
    return byteLength;
  };
  const get = (place: string) => ask(place, ownToken);
  const exported = (token: string) =>
    ask('/journeyInstanceProcessingSteps/export?format=xlsx&lang=ar', token, {
      method: 'POST',
      body: '[]',
    });
  const report = () =>
    get(`/simulation_prime/generate_report?simulation_prime_id=${String(id)}&lang=ar`);
  const heldMs = async (): Promise<{ max: number; p99: number }> => {
    process.kill(server.pid, 'SIGUSR2');
    await new Promise((resolve) => setTimeout(resolve, 200));
    return JSON.parse(await readFile(file, 'utf8')) as { max: number; p99: number };
  };
  const measured = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await heldMs();
    const waits: number[] = [];
    const began = performance.now();
    const state = { isDone: false };
    const others = (async () => {
      while (!state.isDone) {
        const asked = performance.now();
        await get('/unread');
        waits.push(performance.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await work();
    const tookMs = performance.now() - began;
    state.isDone = true;
    await others;
    const { max, p99 } = await heldMs();
    console.log(
      `${name}: event loop held ${max.toFixed(0)} ms at most, p99 ${p99.toFixed(1)} ms; another call waited ` +
        `${Math.max(...waits).toFixed(0)} ms at most; took ${tookMs.toFixed(0)} ms; ${(await rss(server.pid)).toFixed(0)} MB`,
    );
  };
  for (let warm = 0; warm < 3; warm += 1) {
    await report();
    const bytes = await exported(agentTokens[0] ?? '');
    if (warm === 0) console.log(`a worklist is ${(bytes / 1e6).toFixed(1)} MB`);
  }
  for (let round = 0; round < rounds; round += 1) {
    await measured('nothing asked', () => new Promise((resolve) => setTimeout(resolve, 1500)));
    await measured(`${String(count)} Arabic reports at once`, () =>
      Promise.all(Array.from({ length: count }, report)),
    );
    await measured(`${String(exportsAtOnce)} exported worklists at once`, () =>
      Promise.all(agentTokens.map(exported)),
    );
  }
} finally {
  await stopServer(server);
  await app.close();
  await database?.stop();
  await rm(dataDir, { recursive: true });
}
