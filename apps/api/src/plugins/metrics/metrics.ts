import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import {
  readQueues,
  type PluginQueue,
  type Queues,
} from '../../platform/jobs/queues.repository.ts';
import { within } from '../../platform/program/deadline.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { Observer } from '../../platform/program/observer.ts';
import type { OpenDeps } from '../../platform/program/open-deps.ts';
import { watchWaits } from './pool-waits.ts';

/** Metrics of a process and of the portal in Prometheus format. */
export interface Metrics {
  readonly beginCall: NonNullable<Observer['beginCall']>;
  /** The current metrics; the queues are read each time. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const readMs = 3000;
const callSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3];

type GaugeOf = readonly [Gauge, (queues: Queues) => number];

function queueGauges(registers: Registry[], ofPlugins: readonly PluginQueue[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const ofJobs = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['job'] as const, registers });
  const single: readonly GaugeOf[] = [
    [gauge('wasl_outbox_waiting', 'Mails that wait to leave'), ({ mailsWaiting }) => mailsWaiting],
    [gauge('wasl_outbox_given_up', 'Mails given up'), ({ mailsGivenUp }) => mailsGivenUp],
    [
      gauge('wasl_outbox_late_seconds', 'How long the most overdue mail should have left'),
      ({ mailsLate }) => mailsLate,
    ],
    [gauge('wasl_scans_waiting', 'Files not scanned yet'), ({ filesUnscanned }) => filesUnscanned],
    [
      gauge('wasl_scans_late_seconds', 'How long the oldest file has waited for the scanner'),
      ({ filesLate }) => filesLate,
    ],
    ...ofPlugins.flatMap(({ name, gauges }) =>
      gauges.map(({ series, help }): GaugeOf => [
        gauge(series, help),
        (queues) => queues.ofPlugins.find((one) => one.name === name)?.gauges[series] ?? 0,
      ]),
    ),
  ];
  const jobs: readonly (readonly [Gauge<'job'>, (job: Queues['jobs'][number]) => number | null])[] =
    [
      [
        ofJobs('wasl_job_last_success_timestamp_seconds', 'When the job was last done'),
        ({ lastSuccess }) => lastSuccess,
      ],
      [
        ofJobs('wasl_job_last_failure_timestamp_seconds', 'When the job last failed'),
        ({ lastFailure }) => lastFailure,
      ],
      [
        ofJobs('wasl_job_failures', 'How often the job has failed since it was last done'),
        ({ failures }) => failures,
      ],
      [
        ofJobs('wasl_job_interval_seconds', 'How often the job is done'),
        ({ everySeconds }) => everySeconds,
      ],
      [
        ofJobs('wasl_job_late_seconds', 'How long the job should have been begun'),
        ({ late }) => late,
      ],
    ];
  return { single, jobs };
}

export function createMetrics({
  deps,
  pools,
  workers,
}: {
  deps: Pick<Deps, 'pool' | 'signals' | 'log' | 'settings' | 'additions'>;
  pools: OpenDeps['pools'];
  workers: OpenDeps['workers'];
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'wasl_http_request_duration_seconds',
    help: 'Calls by endpoint, from their first byte to the end of the answer',
    labelNames: ['method', 'endpoint', 'status'] as const,
    buckets: callSeconds,
    registers,
  });
  const waits = new Histogram({
    name: 'wasl_database_pool_wait_seconds',
    help: 'Waiting for a connection to the database, by what it is for',
    labelNames: ['pool'] as const,
    buckets: waitSeconds,
    registers,
  });
  for (const [name, pool] of Object.entries(pools)) {
    watchWaits(pool, (seconds) => waits.observe({ pool: name }, seconds));
  }
  new Gauge({
    name: 'wasl_database_pool_connections',
    help: 'Connections to the database by pool: in use, idle, and calls that wait for one',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  new Gauge({
    name: 'wasl_changes_received',
    help: '1 while this process receives the changes of others; otherwise it reads everything again',
    registers,
    collect() {
      this.set(deps.signals.isFresh() ? 1 : 0);
    },
  });
  for (const { series: name, help, counts } of Object.values(workers).flatMap(
    ({ outcomes }) => outcomes ?? [],
  )) {
    new Counter({
      name,
      help,
      labelNames: ['outcome'] as const,
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count);
      },
    });
  }
  const up = new Gauge({
    name: 'wasl_database_up',
    help: '1 while the queues can be read; without them the figures of queues are missing',
    registers,
  });
  const faults = new Counter({
    name: 'wasl_queue_reads_failed_total',
    help: 'Times the queues could not be read',
    registers,
  });
  const gauges = queueGauges(registers, deps.additions.queues);

  async function refresh(): Promise<void> {
    for (const [gauge] of [...gauges.single, ...gauges.jobs]) gauge.reset();
    let queues;
    try {
      queues = await within(readMs, readQueues(deps, deps.additions.queues));
    } catch (error) {
      up.set(0);
      faults.inc();
      // A reset gauge without labels stays at 0, which would mean an empty queue.
      for (const [gauge] of gauges.single) gauge.remove();
      deps.log.warn({ event: 'metrics.queue_read_failed', err: error });
      return;
    }
    up.set(1);
    for (const [gauge, valueOf] of gauges.single) gauge.set(valueOf(queues));
    for (const job of queues.jobs) {
      for (const [gauge, valueOf] of gauges.jobs) {
        const value = valueOf(job);
        if (value !== null) gauge.set({ job: job.name }, value);
      }
    }
  }

  return {
    beginCall: () => ({
      end: ({ method, endpoint, status, seconds, isLasting }) => {
        if (isLasting) return;
        const hundreds = `${String(Math.trunc(status / 100))}xx`;
        calls.observe({ method, endpoint, status: hundreds }, seconds);
      },
    }),
    text: async () => {
      await refresh();
      return await registry.metrics();
    },
    contentType: registry.contentType,
  };
}
