import { notifyInfectedFileOwners } from './modules/files/index.ts';
import { portalJobs } from './modules/jobs/index.ts';
import { jobRunner } from './platform/jobs/job-runner.ts';
import type { Observer } from './platform/program/observer.ts';
import type { OpenDeps } from './platform/program/open-deps.ts';

/**
 * Begins all that goes on beside the calls: mails and messages leave, to people and to other systems, files are scanned, and what is due by the clock is done. In the
 * server itself, or in a worker of its own where `JOBS=elsewhere`; any number of processes may do so at once.
 * @param observer follows each job
 * @returns ends what is done by the clock; mails, messages and scans end with what they were opened with
 */
export function startBackground(
  { deps, sender, phones, webhooks, scanning }: OpenDeps,
  observer: Observer,
): () => Promise<void> {
  const jobs = jobRunner(deps, portalJobs(deps), { observer });
  sender.start();
  phones.start();
  webhooks.start();
  // Somewhere something happened of which an address is to be told.
  deps.signals.onChange((topic) => {
    if (topic === 'webhook') webhooks.wake();
  });
  notifyInfectedFileOwners({ deps, scanning });
  scanning?.start();
  jobs.start();
  return jobs.stop;
}
