import {
  requestStatuses,
  type Criterion,
  type CriterionKey,
  type PendingAction,
} from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { likeLiteral } from '../reference/index.ts';
import { soughtNumber, storedNumber } from '../../rules/request-number.ts';
import { messageToAnswer } from './request-rows.repository.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

type ConditionOf<K extends CriterionKey> = (
  criterion: Extract<Criterion, { key: K }>,
) => Expression<SqlBool>;

const eb = conditionOn<'r'>();

/** Conditions of pending actions apply only to requests in follow-up. */
const isFollowed = eb(
  'r.status',
  'in',
  requestStatuses
    .filter((status) => canBeneficiary('follow', status))
    .map((status) => sql.lit(status)),
);
const isOpen = conditionOn<'s'>()(
  's.status',
  'in',
  openStepStatuses.map((status) => sql.lit(status)),
);
const ownSteps = eb
  .selectFrom('processing_steps as s')
  .whereRef('s.request_id', '=', 'r.id')
  .select('s.id');

/** Requests that wait for their owner, by the pending action. */
const pendingActions: { readonly [T in PendingAction]: Expression<SqlBool> } = {
  HAND_IN: eb.and([
    isFollowed,
    eb.exists(
      ownSteps
        .innerJoin('step_documents as d', 'd.step_id', 's.id')
        .where('d.file_id', 'is', null)
        .where(isOpen),
    ),
  ]),
  ANSWER: eb.and([
    isFollowed,
    eb.exists(ownSteps.where(isOpen).where(messageToAnswer, 'is not', null)),
  ]),
  RATE: eb.and([
    isFollowed,
    eb.exists(
      ownSteps
        .where('s.status', '=', sql.lit('PROCESSED'))
        .where((step) =>
          step.not(
            step.exists(
              step.selectFrom('ratings').whereRef('ratings.step_id', '=', 's.id').select('step_id'),
            ),
          ),
        ),
    ),
  ]),
};

/** Filter key → condition of `requests as r`. A missing key of the contract is a compile error. */
const conditions: { readonly [K in CriterionKey]: ConditionOf<K> } = {
  numRequest: ({ operation, value }) => {
    if (operation === 'EQUALS') return eb('r.num_request', '=', storedNumber(value));
    const { part, whole } = soughtNumber(value) ?? { part: value, whole: null };
    const contains = eb('r.num_request', 'like', `%${likeLiteral(part)}%`);
    return whole === null ? contains : eb.or([contains, eb('r.num_request', '=', whole)]);
  },
  status: ({ value }) => {
    const status = requestStatuses.find((known) => known === value);
    // An unknown status matches no request.
    return status === undefined ? eb.lit(false) : eb('r.status', '=', status);
  },
  agreement: ({ value }) => eb('r.agreement', '=', value),
  turn: ({ value }) => pendingActions[value],
  startDate: ({ value }) => eb('r.date_request', '>=', value),
  endDate: ({ value }) => eb('r.date_request', '<=', value),
};

export function requestConditions(criteria: readonly Criterion[]): Expression<SqlBool>[] {
  // The key selects the function for this criterion; TypeScript cannot follow that link.
  return criteria.map((criterion) =>
    (conditions[criterion.key] as ConditionOf<CriterionKey>)(criterion),
  );
}
