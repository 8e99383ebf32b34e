import type { CriterionInput } from '@wasl/contracts';

import { dayBounds } from '../../lib/format/clock.ts';

/** Days are `YYYY-MM-DD`. */
export interface RequestFilter {
  readonly number: string;
  readonly from: string | null;
  readonly to: string | null;
  /** A code of STATUS; only in the beneficiary's list. */
  readonly status?: string;
}

export function countFilters({ number, status = '', from, to }: RequestFilter): number {
  return [number !== '', status !== '', from !== null, to !== null].filter(Boolean).length;
}

export function isFiltered(filter: RequestFilter): boolean {
  return countFilters(filter) > 0;
}

/**
 * Converts a filter to criteria. A day becomes the instants of its start and end in Morocco (docs/specification.md,
 * portal §3).
 */
export function criteriaOf({ number, status = '', from, to }: RequestFilter): CriterionInput[] {
  const criteria: CriterionInput[] = [];
  if (number !== '') criteria.push({ key: 'numRequest', operation: 'CONTAINS', value: number });
  if (status !== '') criteria.push({ key: 'status', operation: 'EQUALS', value: status });
  if (from !== null) {
    const value = dayBounds(from).start.toISOString();
    criteria.push({ key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value });
  }
  if (to !== null) {
    const value = dayBounds(to).end.toISOString();
    criteria.push({ key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value });
  }
  return criteria;
}
