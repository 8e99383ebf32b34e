import { ApiError } from '../http/api-error.ts';
import { threadProgram, type Threads } from '../threads/threads.ts';
import { rowsBytes, type RowsJob } from './table-rows.ts';

const program = threadProgram(import.meta.url, 'write-rows');

/**
 * Writes rows in a thread. Where none can be had they are written here: a file of which half is sent must not end for it, and some
 * hundred rows hold nobody for long.
 */
export function rowsInThreads(threads: Threads): (job: RowsJob) => Promise<Buffer> {
  return async (job) => {
    try {
      return await threads.run(program, job);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAVAILABLE') return rowsBytes(job);
      throw error;
    }
  };
}
