import { ApiError } from '../http/api-error.ts';
import type { Logger } from '../program/logger.ts';
import { createThreads, threadProgram, type ThreadLimits } from '../threads/threads.ts';
import type { PdfVerdict } from './verdict-of-pdf.ts';

export interface PdfCheck {
  /**
   * @returns whether the file has scripts or attachments, of which its readers are warned
   * @throws ApiError PDF_DAMAGED, PDF_LOCKED, PDF_ACTIVE; UNAVAILABLE where it takes too long or too much memory
   */
  require(path: string): Promise<{ hasActiveContent: boolean }>;
  close(): Promise<void>;
}

/** 10 MB take 0.1 s. */
const limits: ThreadLimits = { longestMs: 20_000, heapMb: 384, idleMs: 60_000 };
const program = threadProgram(import.meta.url, 'check-pdf');

/** Runs in its own threads, so that a malicious file does not delay reports. */
export function openPdfCheck(
  log: Pick<Logger, 'error'>,
  threadLimits: ThreadLimits = limits,
): PdfCheck {
  const threads = createThreads(log, threadLimits);
  return {
    require: async (path) => {
      const verdict = (await threads.run(program, path)).toString() as PdfVerdict;
      if (verdict !== 'CLEAN' && verdict !== 'CAUTION') throw new ApiError(verdict);
      return { hasActiveContent: verdict === 'CAUTION' };
    },
    close: async () => {
      await threads.close();
    },
  };
}
