import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';

import { createApp } from '../../app.ts';
import { useTestApp } from '../../testing/index.ts';
import { openPool } from '../../platform/database/db.ts';
import { build } from '../../platform/database/statements.repository.ts';
import { observeAll } from '../../platform/program/observer.ts';
import { openDeps, type OpenDeps } from '../../platform/program/open-deps.ts';
import { failedJobs } from '../../platform/jobs/failed-jobs.ts';
import { jobRunner } from '../../platform/jobs/job-runner.ts';
import type { PluginQueue } from '../../platform/jobs/queues.repository.ts';
import { readSettings } from '../../platform/settings/env.ts';
import { metrics as plugin } from './index.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/** The portal with its metrics, composed like the server. */
let opened: OpenDeps;
let metrics: Metrics;
let server: ReturnType<typeof createServer>;
let metricsServer: Awaited<ReturnType<typeof serveMetrics>>;
const addressOf = (one: { address: () => unknown }) =>
  `http://127.0.0.1:${String((one.address() as AddressInfo).port)}`;

const app = useTestApp();
beforeAll(async () => {
  opened = await openDeps(app.deps.settings, {
    log: app.deps.log,
    isMailPaused: true,
    plugins: app.plugins,
  });
  metrics = createMetrics(opened);
  server = createServer(createApp(opened.deps, { observer: observeAll([metrics]) }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  metricsServer = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, app.deps.log);
});
afterAll(async () => {
  for (const one of [server, metricsServer]) {
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
  await opened.close();
});

const read = async () => await (await fetch(`${addressOf(metricsServer)}/metrics`)).text();
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

it('counts calls by endpoint, without the values of their address', async () => {
  const token = await app.tokenOf(await app.make.aBeneficiary());
  const call = async (url: string, authorization?: string) => {
    const answer = await fetch(`${addressOf(server)}${url}`, {
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    });
    await answer.arrayBuffer();
  };
  await call('/api/requests/987654', `Bearer ${token}`);
  await call('/api/requests/876543');
  await call('/api/people/Amina/secret');
  await call('/requests/765432?email=amina@example.org');
  await call('/api/health/live');
  const text = await read();
  const seen = [...text.matchAll(/_request_duration_seconds_count\{(.*?)\}/g)].map(
    ([, one]) => one,
  );
  // This test has no client build, so its pages answer 404 too.
  expect(seen.toSorted()).toEqual([
    'method="GET",endpoint="/",status="4xx"',
    'method="GET",endpoint="/api",status="4xx"',
    'method="GET",endpoint="/api/health",status="2xx"',
    'method="GET",endpoint="/api/requests/:id",status="4xx"',
  ]);
  for (const personal of ['987654', '876543', '765432', 'Amina', 'example.org'])
    expect(text).not.toContain(personal);
});

it('reports the pending work from the database, independent of the process', async () => {
  const [minute, hour] = [60_000, 3_600_000];
  const mail = { to: 'a@example.org', lang: 'fr', template: 'x', params: {} };
  await app.db.outboxMail.createMany({
    data: [
      { ...mail, nextAttemptAt: new Date(Date.now() - 10 * minute) },
      // A mail that waits for its merge is not late.
      { ...mail, mergeKey: 'T-1', nextAttemptAt: new Date(Date.now() + 10 * minute) },
      // Tried an hour ago, and to be retried.
      {
        ...mail,
        attempts: 3,
        createdAt: new Date(Date.now() - hour),
        nextAttemptAt: new Date(Date.now() + minute),
      },
      { ...mail, state: 'FAILED' },
      { ...mail, state: 'SENT', sentAt: new Date() },
    ],
  });
  await app.db.storedFile.create({
    data: {
      key: 'k'.repeat(32),
      originalName: 'devis.pdf',
      mimeType: 'application/pdf',
      size: 1,
      sha256: '0',
      scanState: 'PENDING',
      createdAt: new Date(Date.now() - 5 * minute),
    },
  });
  const job = { everySeconds: 300, firstAfterSeconds: 0 };
  await jobRunner(app.deps, [
    { name: 'well', ...job, run: () => Promise.resolve() },
    { name: 'ill', ...job, run: () => Promise.reject(new Error('Not today')) },
  ]).runDue();
  const text = await read();
  expect(valueOf(text, 'wasl_database_up')).toBe(1);
  expect(valueOf(text, 'wasl_outbox_waiting')).toBe(3);
  expect(valueOf(text, 'wasl_outbox_given_up')).toBe(1);
  expect(valueOf(text, 'wasl_outbox_late_seconds')).toBeGreaterThanOrEqual(3600);
  expect(valueOf(text, 'wasl_scans_waiting')).toBe(1);
  expect(valueOf(text, 'wasl_scans_late_seconds')).toBeGreaterThanOrEqual(300);
  const success = 'wasl_job_last_success_timestamp_seconds';
  expect(valueOf(text, `${success}{job="well"}`)).toBeGreaterThan(1_700_000_000);
  expect(valueOf(text, `${success}{job="ill"}`)).toBeUndefined();
  expect(valueOf(text, 'wasl_job_failures{job="ill"}')).toBe(1);
  expect(valueOf(text, 'wasl_job_interval_seconds{job="well"}')).toBe(300);
});

it('reports the queues of plugins and the outcomes of their workers', async () => {
  const queue: PluginQueue = {
    name: 'others',
    failed: failedJobs,
    rows: () =>
      build
        .selectFrom(sql<{ n: number }>`generate_series(1, 3)`.as<'n'>(sql`n`))
        .select((eb) => [
          sql.lit(true).as('waiting'),
          eb('n.n', '=', sql.lit(1)).as('failed'),
          sql<string | null>`null`.as('held_by'),
          sql<Date | null>`null::timestamptz`.as('held_until'),
          sql<Date>`now() - interval '90 s'`.as('since'),
        ]),
    gauges: [
      { series: 'wasl_others_waiting', help: 'Others that wait', value: 'waiting' },
      { series: 'wasl_others_failed', help: 'Others that failed', value: 'failed' },
      { series: 'wasl_others_late_seconds', help: 'How late they are', value: 'late' },
      { series: 'wasl_others_odd', help: 'Odd others', value: sql.lit(7) },
    ],
  };
  const outcomes = { series: 'wasl_others_total', help: 'Others by outcome', counts: { done: 2 } };
  const { text: read } = createMetrics({
    ...opened,
    deps: { ...opened.deps, additions: { ...opened.deps.additions, queues: [queue] } },
    pools: {},
    workers: { others: { ...opened.sender, outcomes } },
  });
  const text = await read();
  expect(valueOf(text, 'wasl_others_waiting')).toBe(3);
  expect(valueOf(text, 'wasl_others_failed')).toBe(1);
  expect(valueOf(text, 'wasl_others_late_seconds')).toBeGreaterThanOrEqual(90);
  expect(valueOf(text, 'wasl_others_odd')).toBe(7);
  expect(valueOf(text, 'wasl_others_total{outcome="done"}')).toBe(2);
});

it('reports the waiting time for a connection and the event loop delay', async () => {
  await opened.deps.db.user.count();
  const text = await read();
  expect(valueOf(text, 'wasl_database_pool_wait_seconds_count{pool="write"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'wasl_database_pool_wait_seconds_count{pool="plain"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'wasl_database_pool_connections{pool="screen",state="waiting"}')).toBe(0);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

it('reports an unavailable database, and omits its pending work', async () => {
  const pool = openPool('postgresql://nobody:x@127.0.0.1:1/none');
  const alone = createMetrics({ ...opened, deps: { ...opened.deps, pool }, pools: {} });
  const text = await alone.text();
  expect(valueOf(text, 'wasl_database_up')).toBe(0);
  expect(valueOf(text, 'wasl_outbox_waiting')).toBeUndefined();
  expect(valueOf(text, 'wasl_queue_reads_failed_total')).toBe(1);
  await pool.end();
});

it('responds only at its own address, with a nosniff header', async () => {
  const answer = await fetch(`${addressOf(metricsServer)}/metrics`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await fetch(`${addressOf(metricsServer)}/api/health/live`)).status).toBe(404);
  expect((await fetch(`${addressOf(server)}/metrics`)).headers.get('content-type')).not.toContain(
    'version=0.0.4',
  );
});

it.each(['alerts.yml', 'dashboard.json'])('%s uses only existing series', async (name) => {
  const folder = path.resolve(import.meta.dirname, '../../../../../.docker/metrics');
  const text = await read();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, one]) => one));
  const named = [
    ...readFileSync(path.join(folder, name), 'utf8').matchAll(
      /\b(?:wasl|nodejs|process)_[a-z_]+\b/g,
    ),
  ].map(([one]) => one.replace(/_(bucket|sum|count)$/, ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((one) => !known.has(one))).toEqual([]);
});

describe('METRICS_PORT', () => {
  const shape = z.object(plugin.settings);
  it.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
  ])('accepts %s', (METRICS_PORT, place) => {
    expect(shape.parse({ METRICS_PORT })).toEqual({ METRICS_PORT: place });
  });

  it.each(['metrics', '70000', ':9464', '127.0.0.1'])('rejects %s', (METRICS_PORT) => {
    const database = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://u:p@127.0.0.1/wasl' };
    expect(() => readSettings({ ...database, METRICS_PORT }, plugin.settings)).toThrow(
      /METRICS_PORT: must be a port number/,
    );
  });
});
