import { requestStatuses, type Criterion, type CriterionKey } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { likeLiteral } from '../reference/index.ts';
import { storedStatusOf } from '../../policies/request-status.ts';

interface Condition {
  readonly where: Prisma.SupportRequestWhereInput;
  /** The same on the table `requests` under the name `r`, for the lists that Prisma writes too slowly. */
  readonly sql: Prisma.Sql;
}
type ConditionOf<K extends CriterionKey> = (criterion: Extract<Criterion, { key: K }>) => Condition;

/** Filter key → condition; a key of the contract that is missing here does not compile. */
const conditions: { readonly [K in CriterionKey]: ConditionOf<K> } = {
  numRequest: ({ operation, value }) =>
    operation === 'EQUALS'
      ? { where: { numRequest: value }, sql: Prisma.sql`r.num_request = ${value}` }
      : {
          where: { numRequest: { contains: likeLiteral(value) } },
          sql: Prisma.sql`r.num_request LIKE ${`%${likeLiteral(value)}%`}`,
        },
  status: ({ value }) => {
    const status = requestStatuses.find((known) => known === value);
    // A status that nobody knows is nobody's.
    if (status === undefined) return { where: { id: { in: [] } }, sql: Prisma.sql`FALSE` };
    return {
      where: { status: storedStatusOf(status) },
      sql: Prisma.sql`r.status = ${status}::"RequestStatus"`,
    };
  },
  agreement: ({ value }) => ({
    where: { agreement: value },
    sql: Prisma.sql`r.agreement = ${value}::"Agreement"`,
  }),
  startDate: ({ value }) => ({
    where: { dateRequest: { gte: value } },
    sql: Prisma.sql`r.date_request >= ${value}`,
  }),
  endDate: ({ value }) => ({
    where: { dateRequest: { lte: value } },
    sql: Prisma.sql`r.date_request <= ${value}`,
  }),
};

function conditionOf(criterion: Criterion): Condition {
  // The key picks the function made for this very criterion; TypeScript cannot follow that link.
  return (conditions[criterion.key] as ConditionOf<CriterionKey>)(criterion);
}

/** The criteria as conditions of the `requests` table; all of them must hold. */
export function requestConditions(
  criteria: readonly Criterion[],
): Prisma.SupportRequestWhereInput[] {
  return criteria.map((criterion) => conditionOf(criterion).where);
}

/** The same as SQL on `requests r`. */
export function requestConditionsSql(criteria: readonly Criterion[]): Prisma.Sql[] {
  return criteria.map((criterion) => conditionOf(criterion).sql);
}
