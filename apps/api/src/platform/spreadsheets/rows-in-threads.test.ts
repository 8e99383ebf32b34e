import { afterAll, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../http/api-error.ts';
import { createThreads } from '../threads/threads.ts';
import { rowsInThreads } from './rows-in-threads.ts';
import { rowsBytes, type RowsJob } from './table-rows.ts';

const job: RowsJob = {
  format: 'xlsx',
  rows: [
    ['=1+1', { day: '2026-07-01' }, null],
    ['طنجة', 12, { moment: '2026/07/01 09:30' }],
  ],
  first: 2,
  isText: [true, false, false],
};

describe('rows written in threads', () => {
  const threads = createThreads({ error: vi.fn() });
  afterAll(() => threads.close());

  it.each(['xlsx', 'csv'] as const)(
    'are identical to rows written in the main thread: %s',
    async (format) => {
      const run = vi.spyOn(threads, 'run');
      const written = await rowsInThreads(threads)({ ...job, format });
      expect(run).toHaveBeenCalledOnce();
      expect(written.toString()).toBe(rowsBytes({ ...job, format }).toString());
      expect(written.toString()).toContain('طنجة');
      run.mockRestore();
    },
  );

  it('are written in the main thread when no thread is available', async () => {
    const none = { run: () => Promise.reject(new ApiError('UNAVAILABLE')), close: vi.fn() };
    expect((await rowsInThreads(none)(job)).equals(rowsBytes(job))).toBe(true);
  });

  it('report their errors', async () => {
    const wrong = { ...job, rows: [[{ day: 1 } as never]] };
    await expect(rowsInThreads(threads)(wrong)).rejects.toThrow(TypeError);
  });
});
