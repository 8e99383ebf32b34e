import type { LineError } from '@wasl/contracts';

/** Limit of faults in an answer. Later faults are only counted. */
export const maxListedFaults = 1000;

export interface FaultSink {
  /** `line` as a spreadsheet numbers it. */
  add(line: number, message: string): void;
  readonly total: number;
  /** Later faults are only counted, so their messages are not needed. */
  readonly isFull: boolean;
}

/** Collects the faults of a file, line by line, in order. */
export interface FaultReport extends FaultSink {
  /** @param more makes the last sentence of a cut list */
  lines(more: (shown: number, total: number) => string): LineError[];
}

export function createFaultReport(): FaultReport {
  const byLine = new Map<number, string[]>();
  let total = 0;
  let firstUnlisted = 0;
  return {
    add(line, message) {
      total += 1;
      if (total > maxListedFaults) {
        firstUnlisted ||= line;
        return;
      }
      const messages = byLine.get(line);
      if (messages) messages.push(message);
      else byLine.set(line, [message]);
    },
    get total() {
      return total;
    },
    get isFull() {
      return total >= maxListedFaults;
    },
    lines(more) {
      const listed = [...byLine]
        .sort(([a], [b]) => a - b)
        .map(([line, errors]) => ({ line, errors }));
      if (total <= maxListedFaults) return listed;
      return [...listed, { line: firstUnlisted, errors: [more(maxListedFaults, total)] }];
    },
  };
}
