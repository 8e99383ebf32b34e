import type { RequestStatus } from '@wasl/contracts';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { isInStepScope, readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';
import { itemLabel, type Labelled } from '../reference/index.ts';
import { readRequestFacts, requestFactsOf, type RequestFacts } from '../requests/index.ts';
import { isAway, owner, type OwnerRow } from './owner.repository.ts';
import { readStep, stepViewOf, type StepViewRow } from './processing.repository.ts';

/** The lock of a step's request, and the acting agent. */
export interface StepLock {
  readonly requestStatus: RequestStatus;
  /** The actor, when they are an active agent of the organisation. */
  readonly agent: OwnerRow | null;
}

export type DocumentType = Labelled & { readonly id: number };

/** The inputs of a change of a step, as they are under the lock. */
export interface StepFacts {
  readonly step: StepViewRow;
  /** The actor is absent without a substitute, so they receive no steps. */
  readonly isAway: boolean;
  readonly documentTypes: readonly DocumentType[];
  readonly facts: RequestFacts;
}

const lockedRequest = prepared(
  ({ requestId, userId, partnerId }: Placeholders<ReaderIds & { readonly requestId: number }>) =>
    build
      .with(
        (part) => part('agent').materialized(),
        (part) =>
          part
            .selectFrom('users as u')
            .select(owner)
            .where('u.id', '=', userId)
            .where('u.partner_id', '=', partnerId)
            .where(isActiveAgentRow())
            .forShare(),
      )
      .selectFrom('requests as r')
      .select((eb) => [
        'r.status as requestStatus',
        jsonObjectFrom(eb.selectFrom('agent').selectAll('agent')).as('agent'),
      ])
      .where('r.id', '=', requestId)
      .where('r.status', '<>', 'SUPPRIME')
      .where((eb) =>
        eb(
          eb.selectFrom('agent').select((all) => all.fn.countAll().as('count')),
          '>=',
          sql.lit(0),
        ),
      )
      .forUpdate('r'),
);

interface FactsAsked extends ReaderIds {
  readonly stepId: number;
  readonly requestId: number;
  readonly codes: readonly string[];
}
const stepFacts = prepared(
  (
    { stepId, requestId, codes, userId, partnerId }: Placeholders<FactsAsked>,
    role: Actor['role'],
    isClosing: boolean,
  ) =>
    build
      .selectFrom('processing_steps as s')
      .innerJoin('requests as r', 'r.id', 's.request_id')
      .where('s.id', '=', stepId)
      .where('r.id', '=', requestId)
      .where(isInStepScope({ role, userId, partnerId }))
      .select((eb) => [
        stepViewOf(stepId).as('step'),
        requestFactsOf(requestId, isClosing).as('facts'),
        isAway(userId).as('isAway'),
        jsonArrayFrom(
          eb
            .selectFrom('reference_items as i')
            .where('i.parent', '=', 'DOCUMENT')
            .where('i.active', '=', true)
            .where((type) => type('i.code', '=', type.fn.any(codes)))
            .where((type) =>
              type.or([
                type('i.partner_id', 'is', null),
                type('i.partner_id', '=', type.ref('s.partner_id')),
              ]),
            )
            .select(['i.id', ...itemLabel]),
        ).as('documentTypes'),
      ]),
);

/**
 * A step and its request under lock. It takes two statements: a statement that waits for a lock reads data from before
 * the wait.
 */
export function lockedSteps(tx: Db) {
  return {
    /**
     * Locks the acting agent's account, then the request. The account comes first, as in every call that ends an
     * agent's access. Returns undefined for a request that does not exist or is deleted.
     */
    async lock(actor: Actor, requestId: number): Promise<StepLock | undefined> {
      const query = lockedRequest({ ...readerIds(actor), requestId });
      const [row] = await rows(tx, query);
      return row;
    },

    /**
     * Reads all inputs of a change of the step; undefined when the actor may no longer act on it.
     * @param codes requested types of document
     * @param isClosing whether the update would close the step, so that other steps may start
     */
    async read(
      actor: Actor,
      stepId: number,
      requestId: number,
      { codes, isClosing }: { readonly codes: readonly string[]; readonly isClosing: boolean },
    ): Promise<StepFacts | undefined> {
      const asked = { ...readerIds(actor), stepId, requestId, codes };
      const query = stepFacts(asked, actor.role, isClosing);
      const [row] = await rows(tx, query);
      return row && { ...row, step: readStep(row.step), facts: readRequestFacts(row.facts) };
    },
  };
}
