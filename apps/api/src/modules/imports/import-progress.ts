import type { RunProgress } from './import-runs.repository.ts';

/** Interval between writes of a changed progress. */
const everyMs = 500;

/** Writes the progress of a run at intervals, on its own connection. The import does not wait for it. */
export interface ImportProgress {
  /** The total number of lines is estimated from the share of bytes read. */
  readonly lines: (read: number, share: number) => void;
  readonly rows: (written: number, total: number) => void;
  /** Waits for the current write and stops. */
  readonly stop: () => Promise<void>;
}

/**
 * @param save writes the progress and handles its own failures
 * @param aliveEveryMs interval at which an unchanged progress is written again
 */
export function createImportProgress(
  save: (progress: RunProgress) => Promise<void>,
  aliveEveryMs: number,
): ImportProgress {
  let now: RunProgress = { linesTotal: 0, linesRead: 0, rows: 0, rowsWritten: 0 };
  let saved = now;
  let unchangedMs = 0;
  let saving: Promise<void> | null = null;
  const timer = setInterval(() => {
    unchangedMs += everyMs;
    if (saving !== null || (now === saved && unchangedMs < aliveEveryMs)) return;
    saved = now;
    unchangedMs = 0;
    saving = save(now).finally(() => {
      saving = null;
    });
  }, everyMs);
  return {
    lines(read, share) {
      now = { ...now, linesTotal: Math.max(read, Math.round(read / share)), linesRead: read };
    },
    rows(written, total) {
      now = { ...now, rowsWritten: written, rows: total };
    },
    async stop() {
      clearInterval(timer);
      await saving;
    },
  };
}
