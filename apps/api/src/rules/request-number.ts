import { dayOf } from '@wasl/contracts';

/** The year a request created at this instant is numbered in: Morocco's. */
export function numberingYear(now: Date): number {
  return Number(dayOf(now).slice(0, 4));
}

/** `YYYY-NNNNNN`; a year with more than 999,999 requests gets longer numbers, not repeated ones. */
export function formatRequestNumber(year: number, sequence: number): string {
  return `${String(year)}-${String(sequence).padStart(6, '0')}`;
}
