import readline from 'node:readline';
import type { Writable } from 'node:stream';

export interface Progress {
  readonly advance: (by?: number) => void;
  /** Clears the line, so that later output starts there. */
  readonly end: () => void;
}

/** Shows a progress bar, or the elapsed time when the total is unknown (`null`); `what` is its label. */
export type ShowProgress = (what: string, total: number | null) => Progress;

const width = 24;
/** Minimum milliseconds between two updates. */
const apartMs = 100;

export const noProgress: ShowProgress = () => ({ advance: () => undefined, end: () => undefined });

/** `Requests [######------------------] 25 % (250 of 1000)` */
export function progressLine(what: string, done: number, total: number): string {
  const part = total <= 0 ? 1 : Math.min(1, done / total);
  const filled = Math.floor(part * width);
  const bar = '#'.repeat(filled) + '-'.repeat(width - filled);
  return `${what} [${bar}] ${String(Math.floor(part * 100))} % (${String(done)} of ${String(total)})`;
}

/** `Figures … 12 s` */
export function waitingLine(what: string, seconds: number): string {
  return `${what} … ${String(seconds)} s`;
}

/**
 * Updates one line on a terminal; does nothing on other streams.
 * @param stream read by people, not by programs: standard error
 */
export function progressOn(stream: Writable & { readonly isTTY?: boolean }): ShowProgress {
  if (stream.isTTY !== true) return noProgress;
  return (what, total) => {
    let done = 0;
    let drawnAt = -Infinity;
    const clear = (): void => {
      readline.cursorTo(stream, 0);
      readline.clearLine(stream, 0);
    };
    if (total === null) {
      let seconds = 0;
      const tick = setInterval(() => {
        seconds += 1;
        clear();
        stream.write(waitingLine(what, seconds));
      }, 1000);
      tick.unref();
      return {
        advance: () => undefined,
        end: () => {
          clearInterval(tick);
          clear();
        },
      };
    }
    return {
      advance: (by = 1) => {
        done += by;
        const now = performance.now();
        if (now - drawnAt < apartMs) return;
        drawnAt = now;
        clear();
        stream.write(progressLine(what, done, total));
      },
      end: clear,
    };
  };
}
