import type { Criterion, CriterionKey } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import { likeLiteral } from '../reference/index.ts';

type Condition<K extends CriterionKey> = (
  criterion: Extract<Criterion, { key: K }>,
) => Prisma.SupportRequestWhereInput;

/** Filter key → condition; a key of the contract that is missing here does not compile. */
const conditions: { readonly [K in CriterionKey]: Condition<K> } = {
  numRequest: ({ operation, value }) => ({
    numRequest: operation === 'EQUALS' ? { equals: value } : { contains: likeLiteral(value) },
  }),
  status: ({ value }) => ({ status: { equals: value } }),
  startDate: ({ value }) => ({ dateRequest: { gte: value } }),
  endDate: ({ value }) => ({ dateRequest: { lte: value } }),
};

/** The criteria as conditions of the `requests` table; all of them must hold. */
export function requestConditions(criteria: readonly Criterion[]): Prisma.SupportRequestWhereInput[] {
  // The key picks the function made for this very criterion; TypeScript cannot follow that link.
  return criteria.map((criterion) => (conditions[criterion.key] as Condition<CriterionKey>)(criterion));
}
