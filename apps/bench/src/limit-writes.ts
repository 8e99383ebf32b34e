/**
 * Processor time of calls that change something beside the bare limit (`limit/bare-writes.ts`): the same calls on like
 * requests of the same people, sixteen at once, of Node and PostgreSQL together. What each side writes is compared row by row
 * first. Needs the API's build. Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL (its owner must be a superuser).
 * Run: `tsx src/limit-writes.ts [requests] [--only=<part of a name>]` in apps/bench.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';

import { startTestServer } from '@wasl/tooling/testing/server';

import { keepDeadlines } from '../../api/src/modules/requests/index.ts';
import { createTestApp } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';
import { startBare } from './limit/bare-process.ts';
import { holdMails, postmasterOf } from './limit/measured-database.ts';
import { watchProcessors } from './limit/processor-time.ts';
import { writtenBy } from './limit/written-rows.ts';
import { startServer, stopServer } from './measured-server.ts';

const atOnce = 16;
const rounds = 4;
const callsARound = 150;
const warmUps = 3;
/** Of each kind and side: what is measured, warmed up and compared, and some over. */
const needed = (rounds + warmUps) * callsARound + 50;
const steps = 300;
const people = 10;

const count = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 10_000);
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';

const sides = ['wasl', 'bare'] as const;
type SideName = (typeof sides)[number];

interface Sent {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly token: string;
  readonly body: string | FormData;
  /** Of the request that it changes; null where it makes one, whose id is in the answer. */
  readonly requestId: number | null;
}

const database = await startTestServer();
process.env.TEST_DATABASE_URL = database.adminUrl;
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-limit-writes-'));
const app = await createTestApp();
const { partnerIds } = await fill(app, count);
const partnerId = partnerIds[0] ?? 0;
const run = (text: string, ...values: unknown[]) => app.db.$executeRawUnsafe(text, ...values);
await holdMails(app);

const services = await app.db.partnerService.findMany({
  where: { partnerId },
  orderBy: { itemId: 'asc' },
  take: 2,
  select: { item: { select: { id: true, code: true } } },
});
const [one = { id: 0, code: '' }, other = { id: 0, code: '' }] = services.map(({ item }) => item);
const agent = await app.make.anAgent({ partnerId });
const agentToken = await app.tokenOf(agent);
const owners = await Promise.all(
  Array.from({ length: people }, async () => {
    const { id } = await app.make.aBeneficiary();
    return { id, token: await app.tokenOf({ id }) };
  }),
);
const ownerIds = owners.map(({ id }) => id);

/** Requests of two services, of one person after the other. Answers their ids. */
async function requestsOf(name: string, status: string, many: number): Promise<number[]> {
  const rows = await app.db.$queryRawUnsafe<{ id: number }[]>(
    `WITH r AS (
       INSERT INTO requests (num_request, beneficiary_id, description, status, percent, submitted_at, updated_at)
       SELECT $1 || n, ($2::uuid[])[1 + n % ${String(people)}], 'Un financement', $3::"RequestStatus", 10,
         CASE WHEN $3 = 'ENTAME' THEN now() END, now() FROM generate_series(1, $4::int) n RETURNING id),
     s AS (INSERT INTO request_services (request_id, item_id) SELECT r.id, i FROM r, unnest($5::int[]) i)
     SELECT id FROM r ORDER BY id`,
    name,
    ownerIds,
    status,
    many,
    [one.id, other.id],
  );
  return rows.map(({ id }) => id);
}

/** Steps at work, one of each request, whose other step is begun. */
async function stepsOf(name: string): Promise<{ requestId: number; stepId: number }[]> {
  const ids = await requestsOf(name, 'ENTAME', steps);
  return await app.db.$queryRawUnsafe(
    `WITH made AS (
       INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, runs_in_parallel, assigned_at, updated_at)
       SELECT r, p, ($2::int[])[p + 1], $3::int, (ARRAY['ASSIGNED', 'IN_PROGRESS'])[p + 1]::"StepStatus", p * 20, true, now(), now()
       FROM unnest($1::int[]) r, generate_series(0, 1) p RETURNING id, request_id, position)
     SELECT request_id AS "requestId", id AS "stepId" FROM made WHERE position = 0 ORDER BY id`,
    ids,
    [one.id, other.id],
    partnerId,
  );
}

const json = (body: object): string => JSON.stringify(body);
function draft(): FormData {
  const form = new FormData();
  const dto = { description: 'Un financement', services: [one.code, other.code] };
  form.set('createRequestDto', JSON.stringify(dto));
  return form;
}

type Make = (n: number) => Sent;
/** What is measured: for each side a maker of its n-th call. */
const kinds: readonly (readonly [string, (side: SideName) => Promise<Make>])[] = [
  [
    'step update',
    async (side) => {
      const rows = await stepsOf(`U-${side}-`);
      return (n) => {
        const { stepId, requestId } = rows[n % rows.length] ?? { stepId: 0, requestId: 0 };
        const percent = 5 * (1 + ((n + Math.floor(n / rows.length)) % 19));
        const body = json({ processingStepId: stepId, status: 'IN_PROGRESS', percent });
        return {
          method: 'POST',
          path: '/processing/step/update',
          token: agentToken,
          body,
          requestId,
        };
      };
    },
  ],
  [
    'create',
    () =>
      Promise.resolve((n) => ({
        method: 'POST',
        path: '/requests',
        token: owners[n % people]?.token ?? '',
        body: draft(),
        requestId: null,
      })),
  ],
  [
    'submit',
    async (side) => {
      const ids = await requestsOf(`S-${side}-`, 'EN_COURS_DE_CREATION', needed);
      return (n) => {
        const requestId = ids[n] ?? 0;
        return {
          method: 'PUT',
          path: '/requests/observationAndStatus',
          token: owners[(n + 1) % people]?.token ?? '',
          body: json({ idRequest: requestId, newStatus: 'NOUVEAU' }),
          requestId,
        };
      };
    },
  ],
  [
    'message',
    async (side) => {
      const rows = await stepsOf(`M-${side}-`);
      return (n) => {
        const { stepId, requestId } = rows[n % rows.length] ?? { stepId: 0, requestId: 0 };
        const body = json({
          body: 'Bonjour, une question sur le dossier.',
          clientKey: randomUUID(),
        });
        const at = `/processing/step/${String(stepId)}/messages`;
        return { method: 'POST', path: at, token: agentToken, body, requestId };
      };
    },
  ],
];

async function send(port: number, { method, path: at, token, body }: Sent): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api${at}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${at} was answered ${String(answer.status)}: ${text}`);
  return JSON.parse(text);
}

/** Where two values differ, at most four places. */
function differences(a: unknown, b: unknown, place = ''): string[] {
  if (isDeepStrictEqual(a, b)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(a) || !isObject(b))
    return [`${place}: ${JSON.stringify(a)} | ${JSON.stringify(b)}`];
  const members = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return members
    .flatMap((member) => differences(a[member], b[member], `${place}.${member}`))
    .slice(0, 4);
}

const makers = new Map<string, Record<SideName, Make>>();
for (const [name, make] of kinds.filter(([name]) => name.includes(only)))
  makers.set(name, { wasl: await make('wasl'), bare: await make('bare') });
// The clocks of the steps that were made stand as the rule says, as those of the server's own do.
const made = await app.db.supportRequest.findMany({
  where: { OR: ['U-', 'S-', 'M-'].map((begin) => ({ numRequest: { startsWith: begin } })) },
  select: { id: true },
});
await keepDeadlines(
  app.db,
  made.map(({ id }) => id),
  new Date(),
);
await run('VACUUM ANALYZE');
const postmaster = await postmasterOf(app);
const server = await startServer(app, dataDir, {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://wasl.test',
});
const bare = await startBare('bare-writes-server.ts', app.deps.settings.databaseUrl);
const ports: Record<SideName, { port: number; pid: number }> = {
  wasl: { port: Number(new URL(server.base).port), pid: server.pid },
  bare,
};
try {
  console.log(`${String(count)} requests; ms of processor time a call (Node + PostgreSQL)`);
  for (const [name, made] of makers) {
    const place = { wasl: 0, bare: 0 };
    const sendMany = async (side: SideName, many: number): Promise<void> => {
      const end = place[side] + many;
      const one = async (): Promise<void> => {
        while (place[side] < end) {
          const n = place[side];
          place[side] += 1;
          await send(ports[side].port, made[side](n));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, one));
    };
    const written: Partial<Record<SideName, unknown>> = {};
    for (const side of sides)
      written[side] = await writtenBy(app, async () => {
        const call = made[side](place[side]);
        place[side] += 1;
        const answer = (await send(ports[side].port, call)) as { id: number };
        return { requestId: call.requestId ?? answer.id };
      });
    const differ = differences(written.wasl, written.bare);
    for (let pass = 0; pass < warmUps; pass += 1)
      for (const side of sides) await sendMany(side, callsARound);
    const totals = { wasl: { node: 0, postgres: 0 }, bare: { node: 0, postgres: 0 } };
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides) {
        const used = watchProcessors(ports[side].pid, postmaster);
        await sendMany(side, callsARound);
        const { node, postgres } = used();
        totals[side].node += node / callsARound / rounds;
        totals[side].postgres += postgres / callsARound / rounds;
      }
    const ms = (value: number): string => value.toFixed(2).padStart(6);
    const sum = ({ node, postgres }: { node: number; postgres: number }): number => node + postgres;
    console.log(
      `${name.padEnd(12)} ${ms(totals.wasl.node)} + ${ms(totals.wasl.postgres)}   limit ${ms(totals.bare.node)} + ${ms(totals.bare.postgres)}   ${(sum(totals.wasl) / sum(totals.bare)).toFixed(1)} ×${differ.length > 0 ? `  DIFFERS ${differ.join('; ')}` : ''}`,
    );
    if (differ.length > 0) process.exitCode = 1;
  }
} finally {
  await bare.stop();
  await stopServer(server);
  await app.close();
  await database.stop();
  await rm(dataDir, { recursive: true });
}
