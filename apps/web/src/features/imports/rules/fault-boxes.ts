import type { FieldErrors } from '../../../lib/http/http.ts';

/** The faults of one place in an imported file: a line of it, or a member of the call. */
export type FaultBox =
  | { readonly line: number; readonly items: readonly string[] }
  | { readonly key: string; readonly items: readonly string[] };

/** Gathers what the server found: by line as a spreadsheet numbers it, other faults by their key. */
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

/** How many faults a file has: the server lists the first thousand and counts them all. */
export function faultCount(details: unknown, boxes: readonly FaultBox[]): number {
  if (typeof details === 'object' && details !== null && 'faults' in details) {
    if (typeof details.faults === 'number') return details.faults;
  }
  return boxes.reduce((sum, box) => sum + box.items.length, 0);
}

/** Whether the server can give the file back with its faults in it: one that is no table has no place for them. */
export function hasFaultFile(details: unknown): boolean {
  return (
    typeof details === 'object' &&
    details !== null &&
    'hasFaultFile' in details &&
    details.hasFaultFile === true
  );
}

/** Hidden rows and columns that a file was refused for until somebody decides about them. */
export function hiddenCount(details: unknown): number {
  const isCounted = typeof details === 'object' && details !== null && 'hidden' in details;
  return isCounted && typeof details.hidden === 'number' ? details.hidden : 0;
}
