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

/** Whether the step's request is there, and who acts on it. */
export interface StepLock {
  readonly requestStatus: RequestStatus;
  /** The actor, where they are an agent of the organisation who can sign in. */
  readonly agent: OwnerRow | null;
}

/** A type of document with its id. */
export type DocumentType = Labelled & { readonly id: number };

/** What a change of a step is decided from, as it stands under the lock. */
export interface StepFacts {
  readonly step: StepViewRow;
  /** Nothing is given to the actor: away, and nobody stands in. */
  readonly isAway: boolean;
  /** The types of document with the codes that were asked for. */
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

/** A step and its request under lock. What was read in the statement that waits for a lock is of before it waited: it takes two. */
export function lockedSteps(tx: Db) {
  return {
    /**
     * Holds the acting agent's account, then the request. The account comes first, so that whoever ends an agent's access waits, or was first;
     * undefined for a request that does not exist or is deleted.
     */
    async lock(actor: Actor, requestId: number): Promise<StepLock | undefined> {
      const query = lockedRequest({ ...readerIds(actor), requestId });
      const [row] = await rows(tx, query);
      return row;
    },

    /**
     * Everything that decides on a change of the step, once; undefined where the actor may not act on it any more.
     * @param codes types of document that are asked for
     * @param isClosing whether the update would close the step, so that others may get their turn
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
