import type { FieldErrors } from '../../../lib/http/http.ts';

/** Errors of one place: a line of the file, or a member of the call. */
export type FaultBox =
  | { readonly line: number; readonly items: readonly string[] }
  | { readonly key: string; readonly items: readonly string[] };

/** Groups the server's errors by line, numbered as in a spreadsheet; other errors are grouped by key. */
export function faultBoxes(errors: FieldErrors): FaultBox[] {
  const boxes: FaultBox[] = [];
  const byKey = new Map<string, string[]>();
  for (const fault of errors) {
    if ('line' in fault) {
      boxes.push({ line: fault.line, items: fault.errors });
      continue;
    }
    const known = byKey.get(fault.path);
    if (known !== undefined) {
      known.push(fault.message);
      continue;
    }
    const items = [fault.message];
    byKey.set(fault.path, items);
    boxes.push({ key: fault.path, items });
  }
  return boxes;
}

/** Number of errors in a file: the server lists the first thousand and counts all. */
export function faultCount(details: unknown, boxes: readonly FaultBox[]): number {
  if (typeof details === 'object' && details !== null && 'faults' in details) {
    if (typeof details.faults === 'number') return details.faults;
  }
  return boxes.reduce((sum, box) => sum + box.items.length, 0);
}

/** Number of hidden rows and columns for which the server refused the file until the agent decides. */
export function hiddenCount(details: unknown): number {
  const isCounted = typeof details === 'object' && details !== null && 'hidden' in details;
  return isCounted && typeof details.hidden === 'number' ? details.hidden : 0;
}
