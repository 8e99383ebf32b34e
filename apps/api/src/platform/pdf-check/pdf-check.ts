import { ApiError } from '../http/api-error.ts';
import type { Logger } from '../program/logger.ts';
import { createThreads, threadProgram, type ThreadLimits } from '../threads/threads.ts';
import type { PdfFault } from './fault-of-pdf.ts';

export interface PdfCheck {
  /** @throws ApiError PDF_DAMAGED, PDF_LOCKED, PDF_ACTIVE; UNAVAILABLE where it takes too long or too much memory */
  require(path: string): Promise<void>;
  close(): Promise<void>;
}

/** 10 MB take 0.1 s. The parser's cache of names grows until its thread ends. */
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
      const fault = (await threads.run(program, path)).toString();
      if (fault !== '') throw new ApiError(fault as PdfFault);
    },
    close: async () => {
      await threads.close();
    },
  };
}
