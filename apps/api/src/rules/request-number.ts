import { dayOf } from '@wasl/contracts';

/** The year for the number of a request created at this instant, on Morocco's clock. */
export function numberingYear(now: Date): number {
  return Number(dayOf(now).slice(0, 4));
}

/** Formats `YYYY-NNNNNN`. Beyond 999,999 requests in a year the numbers get longer. */
export function formatRequestNumber(year: number, sequence: number): string {
  return `${String(year)}-${String(sequence).padStart(6, '0')}`;
}
