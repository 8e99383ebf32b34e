import { emptyFailure, type FailedRows } from '../queue/failed-rows.ts';
import { jobsRepository } from './jobs.repository.ts';

/** Jobs whose last run failed, without those that are due again. They are few, so one page has all. */
export const failedJobs: FailedRows = {
  list: async (db) => {
    const jobs = await jobsRepository(db).list();
    const now = new Date();
    const failed = jobs.filter(({ failures, nextRunAt }) => failures > 0 && nextRunAt > now);
    return {
      next: null,
      rows: failed.map(({ name, failures, lastFailureAt, lastError, nextRunAt }) => ({
        ...emptyFailure,
        id: name,
        kind: name,
        at: lastFailureAt?.toISOString() ?? null,
        attempts: failures,
        cause: 'error',
        detail: lastError,
        nextAt: nextRunAt.toISOString(),
      })),
    };
  },
  retry: async (tx, id) => {
    const jobs = jobsRepository(tx);
    const names =
      id === null
        ? (await jobs.list()).filter(({ failures }) => failures > 0).map(({ name }) => name)
        : [id];
    let count = 0;
    for (const name of names) if (await jobs.ask(name)) count += 1;
    return { count, subject: null };
  },
};
