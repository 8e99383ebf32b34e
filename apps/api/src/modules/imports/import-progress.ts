import type { RunProgress } from './import-runs.repository.ts';

/** How often what changed is written. */
const everyMs = 500;

/** Tells how far a run has come, now and then, on a connection of its own: nothing waits for it. */
export interface ImportProgress {
  /** How many lines there are is guessed from the share of the bytes that is read. */
  readonly lines: (read: number, share: number) => void;
  readonly rows: (written: number, total: number) => void;
  /** Waits until nothing is being written, and writes nothing more. */
  readonly stop: () => Promise<void>;
}

/**
 * @param save writes the progress; its failures are its own affair
 * @param aliveEveryMs how often a progress that did not change is written again
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
