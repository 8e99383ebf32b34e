/**
 * Milliseconds and statements of the two list calls and the worklist's counts on a full database, through HTTP; then
 * the export of the largest worklist: seconds, bytes and by how much the memory grew.
 * Fills a temporary PostgreSQL (or the one of TEST_DATABASE_URL), measures, and removes it.
 * Run: `tsx src/lists.ts [requests] [--only=<part of a name>] [--explain]` in apps/bench; --explain prints the slowest plans.
 */
import { createRequire } from 'node:module';
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp, type TestApp, type TestClient } from '../../api/src/testing/index.ts';
import { fill } from './fill.ts';

const GOAL_P95_MS = 150;
const GOAL_STATEMENTS = 20;
const CALLS = 60;

const count = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 100_000);
/** Measures only what has this in its name. */
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
const explains = process.argv.includes('--explain');
if (!Number.isInteger(count) || count < 1000) throw new Error('at least 1000 requests');

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}
interface PgClient {
  query: (...args: unknown[]) => unknown;
}

/** Every statement that the driver sends while a list is set. */
let statements: Statement[] | undefined;
function listenToDriver(): void {
  // The API's own driver, not another copy of it.
  const fromApi = createRequire(new URL('../../api/package.json', import.meta.url));
  const { Client } = fromApi('pg') as { Client: { prototype: PgClient } };
  const query = Reflect.get(Client.prototype, 'query');
  Client.prototype.query = function (this: PgClient, ...args: unknown[]): unknown {
    const [first, second] = args;
    const isConfig = typeof first === 'object' && first !== null && 'text' in first;
    const config = isConfig ? (first as { text: string; values?: unknown[] }) : undefined;
    const values = config?.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
    if (config || typeof first === 'string')
      statements?.push({ text: config?.text ?? String(first), values });
    return Reflect.apply(query, this, args);
  };
}

interface Measure {
  readonly name: string;
  readonly client: TestClient;
  readonly path: string;
  /** Null: read by GET. */
  readonly criteria: object[] | null;
}

/** The newest and the oldest step of an organisation, in the order of its requests' days. */
async function filesOf(
  app: TestApp,
  partnerId: number,
): Promise<{ place: string; stepId: number }[]> {
  return await app.db.$queryRawUnsafe(
    `(SELECT 'newest' AS place, s.id AS "stepId" FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.partner_id = $1 ORDER BY r.date_request DESC LIMIT 1)
     UNION ALL (SELECT 'oldest', s.id FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.partner_id = $1 ORDER BY r.date_request LIMIT 1)`,
    partnerId,
  );
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function measure({ client, path, criteria }: Measure) {
  const call = async (): Promise<number> => {
    const began = performance.now();
    await (criteria === null ? client.get(path) : client.post(path, criteria)).expect(200);
    return performance.now() - began;
  };
  for (let i = 0; i < 10; i += 1) await call();
  statements = [];
  await call();
  const sent = statements;
  statements = undefined;
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1) times.push(await call());
  times.sort((a, b) => a - b);
  return { sent, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Reads the whole export without keeping it. */
async function measureExport(app: TestApp, token: string, format: string): Promise<string> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const answer = await fetch(
    `${app.baseUrl}/api/journeyInstanceProcessingSteps/export?format=${format}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '[]',
    },
  );
  if (!answer.ok || answer.body === null)
    throw new Error(`the export answered ${answer.statusText}`);
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
  clearInterval(watch);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const grown = Math.round((peak - before) / 1024 / 1024);
  return `${seconds} s  ${(bytes / 1024 / 1024).toFixed(1)} MB  memory +${String(grown)} MB`;
}

async function printPlans(app: TestApp, sent: readonly Statement[]): Promise<void> {
  for (const { text, values } of sent.filter((statement) => /^\s*SELECT/i.test(statement.text))) {
    const plan = await app.deps.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']);
    const took = Number(/Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
    if (took > 5) console.log(`\n${text}\n${lines.join('\n')}\n`);
  }
}

listenToDriver();
const server = await startTestServer();
process.env.TEST_DATABASE_URL = server.adminUrl;
const app = await createTestApp();
let missed = 0;
try {
  const began = performance.now();
  const { beneficiaryId, partnerIds } = await fill(app, count);
  console.log(`${String(count)} requests in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const owner = await app.as({ id: beneficiaryId });
  const ofLargest = await app.make.anAgent({ partnerId: partnerIds[0] ?? 0 });
  const [largest, ordinary] = [
    await app.as(ofLargest),
    await app.as(await app.make.anAgent({ partnerId: partnerIds[7] ?? 0 })),
  ];
  const worklist = '/journeyInstanceProcessingSteps/filter';
  const counts = '/journeyInstanceProcessingSteps/counts';
  const part = [{ key: 'numRequest', operation: 'CONTAINS', value: '0042' }];
  const search = (value: string) => [{ key: 'search', operation: 'CONTAINS', value }];
  const answer = await largest.post(worklist, []).expect(200);
  const { totalElements: steps } = answer.body as { totalElements: number };
  const pageAt = (share: number) => String(Math.floor(((steps - 1) * share) / 10));
  const days = [
    { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '2024-01-01' },
    { key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value: '2026-01-31' },
  ];
  const measures: Measure[] = [
    { name: 'beneficiary, first page', client: owner, path: '/requests/filter', criteria: [] },
    {
      name: 'beneficiary, last page',
      client: owner,
      path: '/requests/filter?page=200',
      criteria: [],
    },
    { name: 'beneficiary, number', client: owner, path: '/requests/filter', criteria: part },
    {
      name: 'beneficiary, 200 rows',
      client: owner,
      path: '/requests/filter?size=200',
      criteria: [],
    },
    { name: 'partner requests, largest', client: largest, path: '/requests/filter', criteria: [] },
    {
      name: 'partner requests, ordinary',
      client: ordinary,
      path: '/requests/filter',
      criteria: [],
    },
    { name: 'worklist, largest', client: largest, path: worklist, criteria: [] },
    {
      name: 'worklist, largest, page in the middle',
      client: largest,
      path: `${worklist}?page=${pageAt(0.5)}`,
      criteria: [],
    },
    {
      name: 'worklist, largest, last page',
      client: largest,
      path: `${worklist}?page=${pageAt(1)}`,
      criteria: [],
    },
    { name: 'worklist, largest, number', client: largest, path: worklist, criteria: part },
    ...['06 79 19 00', 'amina 4321', '2023-0042', 'alaoui'].map((text) => ({
      name: `worklist, largest, “${text}”`,
      client: largest,
      path: worklist,
      criteria: search(text),
    })),
    {
      name: 'counts, largest, “06 79 19”',
      client: largest,
      path: counts,
      criteria: search('067919'),
    },
    {
      name: 'worklist, largest, waiting',
      client: largest,
      path: `${worklist}?sort=assignedAt,asc&tab=todo`,
      criteria: [],
    },
    { name: 'worklist, largest, days', client: largest, path: worklist, criteria: days },
    {
      name: 'worklist, largest, percent',
      client: largest,
      path: `${worklist}?sort=percent,desc`,
      criteria: [],
    },
    { name: 'worklist, ordinary', client: ordinary, path: worklist, criteria: [] },
    ...['todo', 'waiting', 'blocked', 'late', 'done'].map((tab) => ({
      name: `worklist, largest, ${tab}`,
      client: largest,
      path: `${worklist}?tab=${tab}`,
      criteria: [],
    })),
    { name: 'counts, largest', client: largest, path: counts, criteria: [] },
    ...(await filesOf(app, partnerIds[0] ?? 0)).flatMap(({ place, stepId }): Measure[] => [
      {
        name: `neighbours, largest, ${place}`,
        client: largest,
        path: `/journeyInstanceProcessingSteps/neighbours?stepId=${String(stepId)}`,
        criteria: [],
      },
      {
        name: `neighbours, todo, ${place}`,
        client: largest,
        path: `/journeyInstanceProcessingSteps/neighbours?tab=todo&sort=assignedAt,asc&stepId=${String(stepId)}`,
        criteria: [],
      },
      {
        name: `file of a step, ${place}`,
        client: largest,
        path: `/processing/steps/${String(stepId)}/file`,
        criteria: null,
      },
    ]),
    { name: 'counts, largest, number', client: largest, path: counts, criteria: part },
    { name: 'counts, ordinary', client: ordinary, path: counts, criteria: [] },
    ...['/messages/threads', '/messages/threads?page=20', '/unread'].map((path) => ({
      name: `${path}, largest`,
      client: largest,
      path,
      criteria: null,
    })),
    { name: '/messages/threads, owner', client: owner, path: '/messages/threads', criteria: null },
    { name: '/unread, owner', client: owner, path: '/unread', criteria: null },
  ];
  for (const one of measures.filter(({ name }) => name.includes(only))) {
    const { sent, p50, p95 } = await measure(one);
    const isWithin = p95 <= GOAL_P95_MS && sent.length <= GOAL_STATEMENTS;
    if (!isWithin) missed += 1;
    console.log(
      `${one.name.padEnd(30)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms  ${String(sent.length)} statements${isWithin ? '' : '  TOO SLOW'}`,
    );
    if (explains) await printPlans(app, sent);
  }
  const token = await app.tokenOf(ofLargest);
  for (const format of ['csv', 'xlsx'])
    console.log(`export, largest, ${format.padEnd(13)} ${await measureExport(app, token, format)}`);
} finally {
  await app.close();
  await server.stop();
}
process.exitCode = missed === 0 ? 0 : 1;
