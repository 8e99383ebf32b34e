import { requestStatuses, type Criterion, type CriterionKey, type Turn } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { codesSql } from '../../platform/database/db.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { likeLiteral } from '../reference/index.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

type ConditionOf<K extends CriterionKey> = (
  criterion: Extract<Criterion, { key: K }>,
) => Prisma.Sql;

/** What is to be done is done in the follow-up: elsewhere nothing waits. */
const isFollowed = Prisma.sql`r.status IN (${codesSql(
  requestStatuses.filter((status) => canBeneficiary('follow', status)),
)})`;

/** Requests that wait for their owner, by what they wait for. */
const turns: { readonly [T in Turn]: Prisma.Sql } = {
  HAND_IN: Prisma.sql`${isFollowed} AND EXISTS (SELECT 1 FROM processing_steps s
    JOIN step_documents d ON d.step_id = s.id AND d.file_id IS NULL
    WHERE s.request_id = r.id AND s.status IN (${codesSql(openStepStatuses)}))`,
  RATE: Prisma.sql`${isFollowed} AND EXISTS (SELECT 1 FROM processing_steps s
    WHERE s.request_id = r.id AND s.status = 'PROCESSED'
    AND NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.step_id = s.id))`,
};

/** Filter key → condition of `requests r`; a key of the contract that is missing here does not compile. */
const conditions: { readonly [K in CriterionKey]: ConditionOf<K> } = {
  numRequest: ({ operation, value }) =>
    operation === 'EQUALS'
      ? Prisma.sql`r.num_request = ${value}`
      : Prisma.sql`r.num_request LIKE ${`%${likeLiteral(value)}%`}`,
  status: ({ value }) => {
    const status = requestStatuses.find((known) => known === value);
    // A status that nobody knows is nobody's.
    return status === undefined
      ? Prisma.sql`FALSE`
      : Prisma.sql`r.status = ${status}::"RequestStatus"`;
  },
  agreement: ({ value }) => Prisma.sql`r.agreement = ${value}::"Agreement"`,
  turn: ({ value }) => turns[value],
  startDate: ({ value }) => Prisma.sql`r.date_request >= ${value}`,
  endDate: ({ value }) => Prisma.sql`r.date_request <= ${value}`,
};

/** The criteria as conditions of `requests r`; all of them must hold. */
export function requestConditionsSql(criteria: readonly Criterion[]): Prisma.Sql[] {
  // The key picks the function made for this very criterion; TypeScript cannot follow that link.
  return criteria.map((criterion) =>
    (conditions[criterion.key] as ConditionOf<CriterionKey>)(criterion),
  );
}
