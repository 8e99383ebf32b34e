import { notifyInfectedFileOwners } from './modules/files/index.ts';
import { portalJobs } from './modules/jobs/index.ts';
import { jobRunner } from './platform/jobs/job-runner.ts';
import type { Observer } from './platform/program/observer.ts';
import type { OpenDeps } from './platform/program/open-deps.ts';
import type { ConfiguredPlugins } from './platform/program/plugin.ts';

/**
 * Begins all that goes on beside the calls: mails and messages leave, files are scanned, plugins work off their queues, and what is
 * due by the clock is done. In the server itself, or in a worker of its own where `JOBS=elsewhere`; any number of processes may do
 * so at once.
 * @param observer follows each job
 * @returns ends what is done by the clock; mails, messages and scans end with what they were opened with
 */
export function startBackground(
  { deps, sender, phones, workers, scanning }: OpenDeps,
  observer: Observer,
  plugins: Pick<ConfiguredPlugins, 'jobs'>,
): () => Promise<void> {
  const jobs = jobRunner(deps, [...portalJobs(deps), ...plugins.jobs(deps)], { observer });
  sender.start();
  phones.start();
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
