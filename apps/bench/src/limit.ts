/**
 * Processor time of calls beside the bare limit: a `node:http` server that gives the same answers from one statement each
 * (`limit/bare-sql.ts`). Of Node and of PostgreSQL together, sixteen calls at once; the two answers are compared first.
 * Needs the API's build. Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL (its owner must be a superuser).
 * Run: `tsx src/limit.ts [requests] [--only=<parts of names, with commas>]` in apps/bench.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp, testSecret, type TestApp } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';
import { watchProcessors } from './limit/processor-time.ts';
import { freePort, startServer, stopServer } from './measured-server.ts';

const atOnce = 16;
const rounds = 4;
const callsARound = 150;

const count = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 10_000);
const only = (
  process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? ''
).split(',');

interface Call {
  readonly name: string;
  readonly token: string;
  readonly path: string;
  /** Null: read by GET. */
  readonly body: string | null;
}

// A connection that was idle while the other side was measured is not used again: its server may be closing it.
const agent = new Agent({ keepAlive: true, maxSockets: atOnce, timeout: 2000 });
async function send(port: number, call: Call): Promise<{ status: number; text: string }> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: `/api${call.path}`,
        agent,
        method: call.body === null ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${call.token}`,
          ...(call.body === null ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(call.body ?? undefined);
  });
}

async function sendMany(port: number, call: Call, many: number): Promise<void> {
  let left = many;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status } = await send(port, call);
      if (status !== 200) throw new Error(`${call.name} was answered ${String(status)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The members in which two answers differ, at most three. */
function differences(one: unknown, other: unknown, place = ''): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other))
    return [`${place}: ${JSON.stringify(one)} | ${JSON.stringify(other)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differences(one[key], other[key], `${place}.${key}`)).slice(0, 3);
}

interface Side {
  readonly port: number;
  readonly pid: number;
}

async function costOf(side: Side, postmaster: number, call: Call) {
  const used = watchProcessors(side.pid, postmaster);
  await sendMany(side.port, call, callsARound);
  const { node, postgres } = used();
  return { node: node / callsARound, postgres: postgres / callsARound };
}

/** Starts the bare server beside, on the same database. */
async function startBare(app: TestApp): Promise<Side & { stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      path.join(import.meta.dirname, 'limit/bare-server.ts'),
      app.deps.settings.databaseUrl,
      String(port),
      testSecret,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function callsOf(app: TestApp): Promise<Call[]> {
  const { beneficiaryId, partnerIds } = await fill(app, count);
  const large = await app.make.anAgent({ partnerId: partnerIds[0] ?? 0 });
  const owner = await app.tokenOf({ id: beneficiaryId });
  const token = await app.tokenOf(large);
  const request = await app.db.supportRequest.findFirstOrThrow({
    where: { beneficiaryId, status: 'ENTAME' },
    orderBy: { id: 'desc' },
  });
  const spoken = await app.db.processingStep.findFirstOrThrow({
    where: {
      partnerId: large.partnerId,
      messages: { some: {} },
      request: { status: 'ENTAME' },
    },
    orderBy: { id: 'desc' },
  });
  const worklist = '/journeyInstanceProcessingSteps';
  const step = `/processing/step/${String(spoken.id)}`;
  return [
    { name: 'request by id', token: owner, path: `/requests/${String(request.id)}`, body: null },
    { name: 'beneficiary, first page', token: owner, path: '/requests/filter', body: '[]' },
    { name: 'worklist, largest', token, path: `${worklist}/filter`, body: '[]' },
    { name: 'counts, largest', token, path: `${worklist}/counts`, body: '[]' },
    { name: 'unread, beneficiary', token: owner, path: '/unread', body: null },
    { name: 'unread, largest', token, path: '/unread', body: null },
    {
      name: 'messages of a step',
      token,
      path: `${step}/messages`,
      body: null,
    },
    { name: 'notes of a step', token, path: `${step}/notes`, body: null },
    { name: 'threads, largest', token, path: '/messages/threads', body: null },
    {
      name: 'documents of a step',
      token,
      path: `${worklist}/documents/${String(spoken.id)}`,
      body: null,
    },
    {
      name: 'steps of a request',
      token: owner,
      path: `${worklist}/list`,
      body: JSON.stringify({ requestId: request.id, pageNumber: 0, pageSize: 20 }),
    },
    { name: 'notices, beneficiary', token: owner, path: '/notices', body: null },
    { name: 'a list of codes', token, path: '/params/paramsByParentI18n/SERVICE', body: null },
  ];
}

const database = await startTestServer();
process.env.TEST_DATABASE_URL = database.adminUrl;
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-limit-'));
const app = await createTestApp();
const calls = await callsOf(app);
const [file] = await app.db.$queryRaw<
  { text: string }[]
>`SELECT pg_read_file('postmaster.pid') AS text`;
const postmaster = Number(file?.text.split('\n')[0]);
const server = await startServer(app, dataDir, {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://wasl.test',
});
const bare = await startBare(app);
const wasl: Side = { port: Number(new URL(server.base).port), pid: server.pid };
try {
  const ms = (value: number): string => value.toFixed(2).padStart(6);
  console.log(`${String(count)} requests; ms of processor time a call (Node + PostgreSQL)`);
  const wanted = calls.filter(({ name }) => only.some((part) => name.includes(part)));
  // Both programs are compiled while they run: nothing is measured before.
  for (let pass = 0; pass < 4; pass += 1)
    for (const call of wanted)
      for (const side of [wasl, bare]) await sendMany(side.port, call, callsARound);
  for (const call of wanted) {
    const [ours, theirs] = [await send(wasl.port, call), await send(bare.port, call)];
    const differ = differences(JSON.parse(ours.text || 'null'), JSON.parse(theirs.text || 'null'));
    // Each of ten connections keeps its plan from the sixth time on.
    for (const side of [wasl, bare]) await sendMany(side.port, call, callsARound);
    const totals = { wasl: { node: 0, postgres: 0 }, bare: { node: 0, postgres: 0 } };
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, side] of [
        ['wasl', wasl],
        ['bare', bare],
      ] as const) {
        const { node, postgres } = await costOf(side, postmaster, call);
        totals[name].node += node / rounds;
        totals[name].postgres += postgres / rounds;
      }
    }
    const ratio =
      (totals.wasl.node + totals.wasl.postgres) / (totals.bare.node + totals.bare.postgres);
    console.log(
      `${call.name.padEnd(26)} ${ms(totals.wasl.node)} + ${ms(totals.wasl.postgres)}   limit ${ms(totals.bare.node)} + ${ms(totals.bare.postgres)}   ${ratio.toFixed(1)} ×${differ.length > 0 ? `  DIFFERS ${differ.join('; ')}` : ''}`,
    );
    if (differ.length > 0) process.exitCode = 1;
  }
} finally {
  agent.destroy();
  await bare.stop();
  await stopServer(server);
  await app.close();
  await database.stop();
  await rm(dataDir, { recursive: true });
}
