import {
  maxWaitingNamed,
  waitingKinds,
  type Criterion,
  type RequestStatus,
  type WaitingKind,
} from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, conditionOn, read } from '../../platform/database/statements.repository.ts';
import { agreementsFor } from '../../policies/request-actions.ts';
import { isInRequestScope } from '../../policies/scopes.repository.ts';
import { partnerName, type OrganisationName } from '../partners/index.ts';
import { requestConditions } from './request-criteria.repository.ts';
import { stepSummaries, type StepSummaryRow } from './request-rows.repository.ts';

/** A request that waits for its owner, with the total of its kind and the organisation that filed it. */
export type WaitingRow = {
  /** `UNSAVED` for a new request that exists only as a draft on the account. */
  readonly kind: WaitingKind | 'UNSAVED';
  readonly total: number;
  readonly id: number;
  readonly numRequest: string;
  readonly description: string | null;
  readonly observation: string | null;
  readonly summaries: readonly StepSummaryRow[];
  /** Only for `UNSAVED`. */
  readonly savedAt: Date | null;
} & (OrganisationName | { readonly title: null });

const meets = (criterion: Criterion): Expression<SqlBool> =>
  conditionOn<'r'>().and(requestConditions([criterion]));

/** Condition: the owner can edit the request in this status. A filed request can be edited only after the agreement. */
function isToEdit(status: RequestStatus): Expression<SqlBool> {
  const eb = conditionOn<'r'>();
  const agreements = agreementsFor('edit', status).map((code) => sql.lit(code));
  return eb.and([eb('r.status', '=', status), eb('r.agreement', 'in', agreements)]);
}

/** The condition of each kind. A missing kind of the contract is a compile error. */
const waits: { readonly [K in WaitingKind]: Expression<SqlBool> } = {
  AGREE: meets({ key: 'agreement', operation: 'EQUALS', value: 'WAITING' }),
  HAND_IN: meets({ key: 'turn', operation: 'EQUALS', value: 'HAND_IN' }),
  ANSWER: meets({ key: 'turn', operation: 'EQUALS', value: 'ANSWER' }),
  REPHRASE: isToEdit('A_REFOURMULER'),
  RATE: meets({ key: 'turn', operation: 'EQUALS', value: 'RATE' }),
  DRAFT: isToEdit('EN_COURS_DE_CREATION'),
};

/** Reads the pending actions of a person for the top of their list, in one statement. */
export function pendingWorkRepository(db: Db) {
  const kinds = sql<{
    kind: WaitingRow['kind'];
    waits: boolean;
  }>`(values ${sql.join(waitingKinds.map((kind) => sql`(${kind}, ${waits[kind]})`))})`;
  return {
    /** The newest requests of each kind, at most {@link maxWaitingNamed}. */
    async waiting(actor: Actor, draftsSince: Date): Promise<WaitingRow[]> {
      const waiting = build
        .selectFrom('requests as r')
        .crossJoinLateral(kinds.as<'k'>(sql`k(kind, waits)`))
        .where(isInRequestScope(actor))
        .where((eb) => eb.ref('k.waits'))
        .select((eb) => [
          'k.kind',
          'r.id',
          'r.num_request',
          'r.import_id',
          sql<number>`count(*) over (partition by ${eb.ref('k.kind')})::int`.as('total'),
          eb.fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('k.kind').orderBy('r.date_request', 'desc').orderBy('r.id', 'desc'),
            )
            .as('place'),
        ]);
      const nothing = sql<null>`null`;
      const query = build
        .selectFrom(waiting.as('w'))
        .innerJoin('requests as r', 'r.id', 'w.id')
        .leftJoin('imports as i', 'i.id', 'w.import_id')
        .leftJoin('partners as p', 'p.id', 'i.partner_id')
        .where('w.place', '<=', maxWaitingNamed)
        .select([
          'w.kind',
          'w.total',
          'w.id',
          'w.num_request as numRequest',
          'w.place',
          'r.description',
          'r.observation',
          stepSummaries.as('summaries'),
          sql<Date | null>`null::timestamptz`.as('savedAt'),
          ...partnerName,
        ])
        .unionAll(
          build
            .selectFrom('account_drafts as d')
            .where('d.owner_id', '=', actor.userId)
            .where('d.name', '=', 'request')
            .where('d.saved_at', '>=', draftsSince)
            .select([
              sql<'UNSAVED'>`'UNSAVED'`.as('kind'),
              sql.lit(1).as('total'),
              sql.lit(0).as('id'),
              sql.lit('').as('numRequest'),
              sql.lit(1).as('place'),
              nothing.as('description'),
              nothing.as('observation'),
              sql<StepSummaryRow[]>`'[]'::json`.as('summaries'),
              'd.saved_at as savedAt',
              nothing.as('title'),
              nothing.as('titleEn'),
              nothing.as('titleAr'),
              nothing.as('titleEs'),
            ]),
        )
        .orderBy('kind')
        .orderBy('place')
        .$castTo<WaitingRow>();
      return await read(db, "what waits for a beneficiary's turn", query);
    },
  };
}
