import { ApiError } from '../http/api-error.ts';
import { threadProgram, type Threads } from '../threads/threads.ts';
import { rowsBytes, type RowsJob } from './table-rows.ts';

const program = threadProgram(import.meta.url, 'write-rows');

/**
 * Writes rows in a thread, or on the main thread when none is available. A half-sent file must not fail for that, and
 * some hundred rows take little time.
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
