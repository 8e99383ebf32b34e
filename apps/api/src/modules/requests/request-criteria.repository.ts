import { requestStatuses, type Criterion, type CriterionKey, type Turn } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { likeLiteral } from '../reference/index.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
import { openStepStatuses } from './rules/step-transitions.ts';

interface Condition {
  readonly where: Prisma.SupportRequestWhereInput;
  /** The same on the table `requests` under the name `r`, for the lists that Prisma writes too slowly. */
  readonly sql: Prisma.Sql;
}
type ConditionOf<K extends CriterionKey> = (criterion: Extract<Criterion, { key: K }>) => Condition;

/** What is to be done is done in the follow-up: elsewhere nothing waits. */
const followed = requestStatuses.filter((status) => canBeneficiary('follow', status));
const storedFollowed = followed.map(storedStatusOf);
const isFollowed = Prisma.sql`r.status::text IN (${Prisma.join(followed)})`;

/** Requests that wait for their owner, by what they wait for. */
const turns: { readonly [T in Turn]: Condition } = {
  HAND_IN: {
    where: {
      status: { in: storedFollowed },
      steps: {
        some: { status: { in: [...openStepStatuses] }, documents: { some: { fileId: null } } },
      },
    },
    sql: Prisma.sql`${isFollowed} AND EXISTS (SELECT 1 FROM processing_steps s
      JOIN step_documents d ON d.step_id = s.id AND d.file_id IS NULL
      WHERE s.request_id = r.id AND s.status::text IN (${Prisma.join(openStepStatuses)}))`,
  },
  RATE: {
    where: {
      status: { in: storedFollowed },
      steps: { some: { status: 'PROCESSED', rating: null } },
    },
    sql: Prisma.sql`${isFollowed} AND EXISTS (SELECT 1 FROM processing_steps s
      WHERE s.request_id = r.id AND s.status = 'PROCESSED'
      AND NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.step_id = s.id))`,
  },
};

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
  turn: ({ value }) => turns[value],
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
