/**
 * What pages that are open cost the built server and PostgreSQL while nothing happens, by processor time: a thousand that follow
 * the stream of changes, beside the same that ask what is unread every 30 s; then how long a word takes to reach all of them.
 * Needs the API's build. Uses a temporary PostgreSQL. Run: `tsx src/open-pages.ts [pages] [seconds]` in apps/bench.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp } from '../../api/src/testing/index.ts';
import { postmasterOf } from './limit/measured-database.ts';
import { watchProcessors } from './limit/processor-time.ts';
import { rss, startServer, stopServer } from './measured-server.ts';

const count = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 60);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const database = await startTestServer();
process.env.TEST_DATABASE_URL = database.adminUrl;
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-open-pages-'));
const app = await createTestApp();
const server = await startServer(app, dataDir);
const postmaster = await postmasterOf(app);
try {
  // Eight streams of a person at most.
  const people = await Promise.all(
    Array.from({ length: Math.ceil(count / 8) }, () => app.make.aBeneficiary()),
  );
  const tokens = await Promise.all(people.map((person) => app.tokenOf(person)));
  const tokenOf = (page: number) => tokens[Math.floor(page / 8)] ?? '';
  const measured = async (name: string, work: () => Promise<void>): Promise<void> => {
    const used = watchProcessors(server.pid, postmaster);
    await work();
    const { node, postgres } = used();
    console.log(
      `${name}: ${node.toFixed(0)} ms of Node, ${postgres.toFixed(0)} ms of PostgreSQL; ${(await rss(server.pid)).toFixed(0)} MB; ` +
        `load ${os.loadavg()[0]?.toFixed(1) ?? ''}`,
    );
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  const ask = (page: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokenOf(page)}` };
      http
        .get(`${server.base}/unread`, { agent, headers }, (answer) => {
          answer.resume().once('end', resolve);
        })
        .once('error', reject);
    });
  for (let page = 0; page < count; page += 1) await ask(page);
  await measured(`nobody, ${String(seconds)} s`, async () => {
    await pause(seconds * 1000);
  });
  await measured(`${String(count)} pages that ask every 30 s, ${String(seconds)} s`, async () => {
    const asked = Math.round((count * seconds) / 30);
    const began = performance.now();
    for (let n = 0; n < asked; n += 1) {
      await pause(began + (n * seconds * 1000) / asked - performance.now());
      void ask(n % count);
    }
    await pause(began + seconds * 1000 - performance.now());
  });

  let heard = 0;
  let lost = 0;
  const calls: http.ClientRequest[] = [];
  const open = (page: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokenOf(page)}` };
      const call = http.get(`${server.base}/changes`, { agent: false, headers }, (answer) => {
        if (answer.statusCode !== 200) {
          reject(new Error(`answered ${String(answer.statusCode)}`));
          return;
        }
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('data: person')) heard += 1;
        });
        answer.once('close', () => (lost += 1));
        answer.on('error', () => undefined);
        resolve();
      });
      call.once('error', reject);
      calls.push(call);
    });
  await measured(`${String(count)} streams opened`, async () => {
    for (let page = 0; page < count; page += 1) await open(page);
  });
  await measured(`${String(count)} pages that follow, ${String(seconds)} s`, async () => {
    await pause(seconds * 1000);
  });
  await measured('a word to all of them', async () => {
    const began = performance.now();
    await app.db.notice.createMany({
      data: people.map(({ id }) => ({ userId: id, kind: 'STATUS' as const })),
    });
    while (heard < count) await pause(5);
    console.log(
      `all ${String(heard)} had heard after ${(performance.now() - began).toFixed(0)} ms`,
    );
  });
  console.log(`${String(lost)} streams lost`);
  for (const call of calls) call.destroy();
  agent.destroy();
} finally {
  const began = performance.now();
  await stopServer(server);
  console.log(`stopped in ${(performance.now() - began).toFixed(0)} ms`);
  await app.close();
  await database.stop();
  await rm(dataDir, { recursive: true });
}
