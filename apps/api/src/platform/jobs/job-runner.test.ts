import { beforeEach, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { jobRunner, type Job } from './job-runner.ts';

const app = useTestApp();
beforeEach(() => app.db.backgroundJob.deleteMany());

/** Well in the past: a clock that was set back between two statements once made a due job look early. */
const alreadyDue = -600;

/** A job that runs until the test ends it. */
function slowJob(name = 'slow') {
  let runs = 0;
  let letEnd: (error?: Error) => void = () => undefined;
  let hasBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const job: Job = {
    name,
    everySeconds: 3600,
    firstAfterSeconds: alreadyDue,
    run: () =>
      new Promise<void>((resolve, reject) => {
        runs += 1;
        letEnd = (error) => {
          if (error) reject(error);
          else resolve();
        };
        hasBegun();
      }),
  };
  return {
    job,
    /** Waits for its start; rejects when the poll ends without one. */
    begunBy: (look: Promise<unknown>) =>
      Promise.race([
        begun,
        look.then(() => {
          if (runs === 0) throw new Error(`The look ended and ${name} was not begun`);
        }),
      ]),
    runs: () => runs,
    end: (error?: Error) => letEnd(error),
  };
}
const rowOf = (name: string) => app.db.backgroundJob.findUniqueOrThrow({ where: { name } });
const makeDue = (name: string) =>
  app.db
    .$executeRaw`UPDATE background_jobs SET next_run_at = now() - interval '10 minutes' WHERE name = ${name}`;

it('a job runs once for all processes, and again when it is due', async () => {
  const slow = slowJob();
  const runners = Array.from({ length: 4 }, () => jobRunner(app.deps, [slow.job]));
  const looks = runners.map((runner) => runner.runDue());
  await slow.begunBy(Promise.all(looks));
  await jobRunner(app.deps, [slow.job]).runDue();
  expect(slow.runs()).toBe(1);
  slow.end();
  await Promise.all(looks);
  expect(await rowOf('slow')).toMatchObject({ heldBy: null, failures: 0, lastError: null });
  await jobRunner(app.deps, [slow.job]).runDue();
  expect(slow.runs()).toBe(1);
  await makeDue('slow');
  const again = jobRunner(app.deps, [{ ...slow.job, run: () => Promise.resolve() }]);
  const before = (await rowOf('slow')).lastSuccessAt?.getTime() ?? 0;
  await again.runDue();
  expect((await rowOf('slow')).lastSuccessAt?.getTime()).toBeGreaterThanOrEqual(before);
});

it('a job records why it failed, is retried early, and clears the error after a success', async () => {
  let isBroken = true;
  const job: Job = {
    name: 'sometimes',
    everySeconds: 3600,
    firstAfterSeconds: alreadyDue,
    run: () => (isBroken ? Promise.reject(new Error('The store is away')) : Promise.resolve()),
  };
  const runner = jobRunner(app.deps, [job]);
  await runner.runDue();
  const first = await rowOf('sometimes');
  expect(first).toMatchObject({ failures: 1, lastError: 'Error: The store is away' });
  const waits = first.nextRunAt.getTime() - (first.lastFailureAt?.getTime() ?? 0);
  expect(waits).toBe(30_000);
  await makeDue('sometimes');
  await runner.runDue();
  const second = await rowOf('sometimes');
  expect(second.failures).toBe(2);
  expect(second.nextRunAt.getTime() - (second.lastFailureAt?.getTime() ?? 0)).toBe(60_000);
  isBroken = false;
  await makeDue('sometimes');
  await runner.runDue();
  const last = await rowOf('sometimes');
  expect(last).toMatchObject({ failures: 0, lastError: null });
  expect(last.nextRunAt.getTime() - (last.lastSuccessAt?.getTime() ?? 0)).toBe(3_600_000);
});

it('a job is taken over by another process when its process has died', async () => {
  const slow = slowJob();
  await jobRunner(app.deps, [{ ...slow.job, run: () => Promise.resolve() }]).runDue();
  await app.db.$executeRaw`
    UPDATE background_jobs SET next_run_at = now() - interval '10 minutes', held_by = gen_random_uuid(), held_until = now() + interval '1 hour'`;
  let done = 0;
  const runner = jobRunner(app.deps, [{ ...slow.job, run: () => Promise.resolve((done += 1)) }]);
  await runner.runDue();
  expect(done).toBe(0);
  await app.db.$executeRaw`UPDATE background_jobs SET held_until = now() - interval '10 minutes'`;
  await runner.runDue();
  expect(done).toBe(1);
});

it('a job is released by a process that stops before the job is done', async () => {
  const slow = slowJob();
  const runner = jobRunner(app.deps, [slow.job], { lastWaitMs: 0 });
  const look = runner.runDue();
  await slow.begunBy(look);
  await runner.stop();
  expect(await rowOf('slow')).toMatchObject({ heldBy: null, heldUntil: null, lastSuccessAt: null });
  let isDone = false;
  const other = jobRunner(app.deps, [{ ...slow.job, run: () => Promise.resolve((isDone = true)) }]);
  await other.runDue();
  expect(isDone).toBe(true);
  // The first run ends later and must not overwrite the second run's result.
  const { lastSuccessAt } = await rowOf('slow');
  slow.end(new Error('Cut off'));
  await look;
  expect(await rowOf('slow')).toMatchObject({ lastSuccessAt, failures: 0 });
});

it('a job is not started a second time by the process whose lease has expired', async () => {
  const slow = slowJob();
  const runner = jobRunner(app.deps, [slow.job]);
  const first = runner.runDue();
  await slow.begunBy(first);
  // The database was unavailable for longer than the lease.
  await app.db
    .$executeRaw`UPDATE background_jobs SET held_until = now() - interval '10 minutes', next_run_at = now() - interval '10 minutes'`;
  let hasLooked = false;
  const second = runner.runDue().then(() => (hasLooked = true));
  await expect.poll(() => hasLooked || slow.runs() > 1, { timeout: 30_000 }).toBe(true);
  expect(slow.runs()).toBe(1);
  slow.end();
  await Promise.all([first, second]);
});
