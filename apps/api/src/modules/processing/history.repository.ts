import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { isInRequestScope } from '../../policies/scopes.repository.ts';
import { author, partnerName, type AuthorRow, type OrganisationName } from '../partners/index.ts';
import { itemLabel, type Labelled } from '../reference/index.ts';
import { usualDelay, type UsualDelayJson } from '../requests/index.ts';

/** Limit of events per request, beyond what any request reaches. */
const mostEvents = 1000;

export type HistoryRow = Pick<
  Prisma.HistoryEventGetPayload<object>,
  | 'id'
  | 'stepId'
  | 'kind'
  | 'fromStatus'
  | 'toStatus'
  | 'percent'
  | 'detail'
  | 'at'
  | 'actorId'
  | 'actorRole'
  | 'fromOwnerId'
  | 'toOwnerId'
>;
export interface NamedStep {
  readonly id: number;
  readonly titleItem: Labelled;
  readonly partnerId: number;
  readonly partner: OrganisationName;
  readonly duplicateOf: { readonly numRequest: string } | null;
}

/** The history of a request with the names that it refers to. */
export interface FoundHistory {
  /** The newest events, oldest first. */
  readonly events: readonly HistoryRow[];
  /** The existing steps. */
  readonly steps: readonly NamedStep[];
  /** People who acted on a step of the reader's organisation or received it, without erased accounts. */
  readonly people: readonly AuthorRow[];
  /** Document types of any organisation. */
  readonly documents: readonly Labelled[];
  /** Empty for a finished request. */
  readonly delays: UsualDelayJson;
}

export function historyRepository(db: Db) {
  return {
    /** Reads the history in one statement; undefined for a request that is hidden from the actor. */
    async of(actor: Actor, requestId: number): Promise<FoundHistory | undefined> {
      const query = build
        .selectFrom('requests as r')
        .where('r.id', '=', requestId)
        .where(isInRequestScope(actor))
        .select((eb) => [
          jsonArrayFrom(
            eb
              .selectFrom('history_events as e')
              .whereRef('e.request_id', '=', 'r.id')
              .orderBy('e.id', 'desc')
              .limit(mostEvents)
              .select([
                'e.id',
                'e.step_id as stepId',
                'e.kind',
                'e.from_status as fromStatus',
                'e.to_status as toStatus',
                'e.percent',
                'e.detail',
                'e.at',
                'e.actor_id as actorId',
                'e.actor_role as actorRole',
                'e.from_owner_id as fromOwnerId',
                'e.to_owner_id as toOwnerId',
              ]),
          ).as('events'),
          jsonArrayFrom(
            eb
              .selectFrom('processing_steps as s')
              .whereRef('s.request_id', '=', 'r.id')
              .select((step) => [
                's.id',
                jsonObjectFrom(
                  step
                    .selectFrom('reference_items as i')
                    .whereRef('i.id', '=', 's.title_item_id')
                    .select(itemLabel),
                )
                  .$notNull()
                  .as('titleItem'),
                's.partner_id as partnerId',
                jsonObjectFrom(
                  step
                    .selectFrom('partners as p')
                    .whereRef('p.id', '=', 's.partner_id')
                    .select(partnerName),
                )
                  .$notNull()
                  .as('partner'),
                jsonObjectFrom(
                  step
                    .selectFrom('requests as other')
                    .whereRef('other.id', '=', 's.duplicate_of_id')
                    .select('other.num_request as numRequest'),
                ).as('duplicateOf'),
              ]),
          ).as('steps'),
          jsonArrayFrom(
            eb
              .selectFrom('users as u')
              .where((user) =>
                user.or([
                  user('u.role', '=', 'BENEFICIAIRE'),
                  user('u.partner_id', 'is not', null),
                ]),
              )
              .where('u.id', 'in', (user) =>
                user
                  .selectFrom('history_events as e')
                  .innerJoin('processing_steps as s', 's.id', 'e.step_id')
                  .whereRef('e.request_id', '=', 'r.id')
                  .where('s.partner_id', '=', actor.partnerId ?? -1)
                  .select((event) =>
                    sql<string>`unnest(array[${event.ref('e.actor_id')}, ${event.ref('e.from_owner_id')}, ${event.ref('e.to_owner_id')}])`.as(
                      'id',
                    ),
                  ),
              )
              .select(author),
          ).as('people'),
          jsonArrayFrom(
            eb
              .selectFrom('reference_items as i')
              .where('i.parent', '=', 'DOCUMENT')
              .where('i.code', 'in', (item) =>
                item
                  .selectFrom('history_events as e')
                  .whereRef('e.request_id', '=', 'r.id')
                  .where((event) =>
                    event.fn<boolean>('starts_with', ['e.kind', event.val('DOCUMENT_')]),
                  )
                  .select((event) =>
                    // A reason of the administrator follows the code in the next line.
                    sql<string>`split_part(${event.ref('e.detail')}, E'\\n', 1)`.as('code'),
                  ),
              )
              .select(itemLabel),
          ).as('documents'),
          eb
            .case()
            .when(
              'r.status',
              'in',
              finishedStatuses.map((status) => sql.lit(status)),
            )
            .then(sql<UsualDelayJson>`'[]'`)
            .else(usualDelay())
            .end()
            .as('delays'),
        ]);
      const [found] = await read(db, 'the history of a request', query);
      return (
        found && {
          ...found,
          events: found.events
            .reverse()
            .map(({ at, ...event }) => ({ ...event, at: new Date(at) })),
        }
      );
    },
  };
}
