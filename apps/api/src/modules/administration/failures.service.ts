import type { Lang } from '@wasl/contracts';
import { administrationPageSize } from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { afterCommit, inTransaction } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { failedJobs } from '../../platform/jobs/failed-jobs.ts';
import { failedMails } from '../../platform/mail/failed-mails.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { FailedRows } from '../../platform/queue/failed-rows.ts';

/** What failed in the queues, and its retry by administrators. */
export function failuresService(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 'additions' | 'wakeOutboxes'>,
) {
  const { db, clock, log, settings, additions } = deps;

  /** @throws ApiError NOT_FOUND */
  function failedRowsOf(queue: string): FailedRows {
    if (queue === 'jobs') return failedJobs;
    if (queue === 'mails')
      return failedMails({ publicUrl: settings.publicUrl, ofPlugins: additions.mails });
    const ofPlugin = additions.queues.find(({ name }) => name === queue);
    if (ofPlugin === undefined) throw new ApiError('NOT_FOUND');
    return ofPlugin.failed;
  }

  return {
    /** @throws ApiError NOT_FOUND for an unknown queue; INVALID_INPUT at `after` */
    async list(queue: string, after: string | undefined, lang: Lang) {
      return await failedRowsOf(queue).list(db, { lang, after, size: administrationPageSize });
    },

    /**
     * Retries one row, or all failed rows of a queue.
     * @param id null: all
     * @param by administrator's e-mail address, or a name at the terminal
     * @returns how many are retried
     * @throws ApiError NOT_FOUND for an unknown queue
     */
    async retry(queue: string, id: string | null, by: string): Promise<number> {
      const failed = failedRowsOf(queue);
      return await inTransaction(db, async (tx) => {
        const now = clock.now();
        const { count, subject } = await failed.retry(tx, id, now);
        if (count === 0) return 0;
        const reason = id === null ? `${queue}: ${String(count)}` : `${queue} ${id}`;
        await administratorActsRepository(tx).record('RETRIED', subject, { by, reason }, now);
        afterCommit(tx, () => {
          deps.wakeOutboxes();
          log.info({ event: 'admin.retry_requested', by: 'administrator', queue, id, count });
        });
        return count;
      });
    },
  };
}
