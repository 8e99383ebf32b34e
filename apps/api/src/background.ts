import { notifyInfectedFileOwners } from './modules/files/index.ts';
import { portalJobs } from './modules/jobs/index.ts';
import { jobRunner } from './platform/jobs/job-runner.ts';
import type { Observer } from './platform/program/observer.ts';
import type { OpenDeps } from './platform/program/open-deps.ts';
import type { ConfiguredPlugins } from './platform/program/plugin.ts';

/**
 * Starts the background work: mail and phone senders, scans, plugin queues and periodic jobs. It runs in the server, or
 * in a worker where `JOBS=elsewhere`; any number of processes may run it.
 * @param observer follows each job
 * @returns stops the jobs; the senders and scans stop when their owner closes them
 */
export function startBackground(
  { deps, sender, workers, scanning }: OpenDeps,
  observer: Observer,
  plugins: Pick<ConfiguredPlugins, 'jobs'>,
): () => Promise<void> {
  const jobs = jobRunner(deps, [...portalJobs(deps), ...plugins.jobs(deps)], { observer });
  sender.start();
  for (const worker of Object.values(workers)) {
    worker.start();
    deps.signals.onChange((topic) => {
      if (topic === worker.wakesOn) worker.wake();
    });
  }
  notifyInfectedFileOwners({ deps, scanning });
  scanning?.start();
  jobs.start();
  return jobs.stop;
}
