import { filedStates, type FiledState } from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import { type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Person } from '../../events/reaction.ts';
import type { Db } from '../../platform/database/db.ts';
import { personName } from '../../platform/database/person-name.ts';
import {
  build,
  conditionOn,
  read,
  rows,
  type JsonOf,
} from '../../platform/database/statements.repository.ts';
import { journeyTitle } from '../journeys/index.ts';
import { itemLabel } from '../reference/index.ts';
import { lockOn } from './imports.repository.ts';

/** A person with submitted requests of a file: their number, and the first of them. */
interface FiledPerson extends Person {
  readonly count: number;
  readonly requests: readonly { readonly requestId: number; readonly numRequest: string }[];
}

export interface AskedPerson extends Person {
  /** The number of the file's requests that wait for the person, and the first of them. */
  readonly count: number;
  readonly requestId: number;
}

const onRequest = conditionOn<'r'>();
const filedRequest = [
  'r.id',
  'r.agreement',
  'r.description',
  'r.date_request as dateRequest',
  // The file contained the address, so only that of the person's data is returned.
  jsonObjectFrom(
    onRequest.selectFrom('users as u').whereRef('u.id', '=', 'r.beneficiary_id').select('u.email'),
  )
    .$notNull()
    .as('beneficiary'),
  jsonObjectFrom(
    onRequest
      .selectFrom('journey_defs as j')
      .whereRef('j.id', '=', 'r.journey_def_id')
      .select(journeyTitle),
  ).as('journeyDef'),
  jsonArrayFrom(
    onRequest
      .selectFrom('request_services as x')
      .innerJoin('reference_items as i', 'i.id', 'x.item_id')
      .whereRef('x.request_id', '=', 'r.id')
      .orderBy('i.position')
      .orderBy('x.item_id')
      .select(itemLabel),
  ).as('services'),
  jsonObjectFrom(
    onRequest
      .selectFrom('imports as f')
      .whereRef('f.id', '=', 'r.import_id')
      .select(['f.created_at as createdAt', 'f.original_name as originalName']),
  ).as('import'),
] as const;
export type FiledRow = JsonOf<'r', typeof filedRequest>;

interface FiledCounts {
  readonly waiting: number;
  readonly refused: number;
}

/** Groups requests of a file by beneficiary: one page of people by id. */
const peopleOf = <Filed extends { beneficiary_id: string }>(
  filed: SelectQueryBuilder<Tables, 'requests', Filed>,
  after: string | null,
  size: number,
) =>
  build
    .selectFrom('users as u')
    .innerJoin(filed.as('filed'), 'filed.beneficiary_id', 'u.id')
    .$if(after !== null, (all) => all.where('u.id', '>', after ?? ''))
    .orderBy('u.id')
    .limit(size)
    .select(['u.id', 'u.email', 'u.lang', ...personName]);

/** Filed requests. Until the agreement, only the filing organisation and the person can see them. */
export function filedRequestsRepository(db: Db) {
  return {
    async hasWaiting(importId: number): Promise<boolean> {
      const found = await db.supportRequest.findFirst({
        where: { importId, agreement: 'WAITING' },
        select: { id: true },
      });
      return found !== null;
    },

    /** Locks the asking of people for an organisation until the transaction ends. */
    async lockAsking(partnerId: number): Promise<void> {
      await rows(db, lockOn(`agreements:${String(partnerId)}`));
    },

    /** The next people by id with waiting requests of the file, except those that the organisation asked within a day. */
    async peopleToAsk(
      importId: number,
      partnerId: number,
      after: string | null,
      size: number,
    ): Promise<AskedPerson[]> {
      const filed = build
        .selectFrom('requests')
        .where('import_id', '=', importId)
        .where('agreement', '=', sql.lit('WAITING'))
        .groupBy('beneficiary_id')
        .select((eb) => [
          'beneficiary_id',
          sql<number>`count(*)::int`.as('count'),
          eb.fn.min('id').as('first'),
        ]);
      const isAsked = conditionOn<'u'>()
        .selectFrom('notices as n')
        .whereRef('n.user_id', '=', 'u.id')
        .where('n.kind', '=', sql.lit('AGREEMENT_ASKED'))
        .where((eb) => sql<boolean>`${eb.ref('n.params')} ->> 'partnerId' = ${String(partnerId)}`)
        .where('n.created_at', '>', sql<Date>`now() - interval '1 day'`)
        .select('n.id');
      const query = peopleOf(filed, after, size)
        // A request at the counter may be for the address of an agent or of a closed account.
        .where('u.role', '=', sql.lit('BENEFICIAIRE'))
        .where('u.disabled_at', 'is', null)
        .where((eb) => eb.not(eb.exists(isAsked)))
        .select(['filed.count', 'filed.first as requestId']);
      return await rows(db, query);
    },

    /** The next people by id with submitted requests of the file, each with the first `named` requests. */
    async peopleToNotify(
      importId: number,
      after: string | null,
      size: number,
      named: number,
    ): Promise<FiledPerson[]> {
      const filed = build
        .selectFrom('requests')
        .where('import_id', '=', importId)
        .where('agreement', '<>', sql.lit('WAITING'))
        .groupBy('beneficiary_id')
        .select((eb) => {
          const request = jsonBuildObject({
            requestId: eb.ref('id'),
            numRequest: eb.ref('num_request'),
          });
          const all = eb.fn.agg('array_agg', [request]).orderBy('id');
          return [
            'beneficiary_id',
            sql<number>`count(*)::int`.as('count'),
            sql<FiledPerson['requests']>`to_json((${all})[1:${named}::int])`.as('requests'),
          ];
        });
      const query = peopleOf(filed, after, size).select(['filed.count', 'filed.requests']);
      return await rows(db, query);
    },

    /**
     * Filed requests without an agreement, newest first, in one statement. Requests that their person deleted are
     * missing.
     */
    async list(
      partnerId: number,
      { agreement, page, size }: { agreement: FiledState | undefined; page: number; size: number },
    ): Promise<{ rows: FiledRow[]; total: number; counts: FiledCounts }> {
      const filed = build
        .selectFrom('requests as r')
        .innerJoin('imports as i', 'i.id', 'r.import_id')
        .where('i.partner_id', '=', partnerId)
        .where('r.status', '<>', sql.lit('SUPPRIME'));
      const filedIn = (states: readonly FiledState[]) =>
        filed.where(
          'r.agreement',
          'in',
          states.map((state) => sql.lit(state)),
        );
      const states: readonly FiledState[] = agreement === undefined ? filedStates : [agreement];
      const counted = filedIn(filedStates).select((eb) => {
        const inState = (state: FiledState) =>
          eb.fn.countAll<number>().filterWhere('r.agreement', '=', sql.lit(state));
        return jsonBuildObject({ waiting: inState('WAITING'), refused: inState('REFUSED') }).as(
          'n',
        );
      });
      // Selects ids first, so that details are read only for the rows of the page.
      const ids = filedIn(states)
        .orderBy('r.id', 'desc')
        .limit(size)
        .offset(page * size)
        .select('r.id');
      const shown = build
        .selectFrom(ids.as('p'))
        .innerJoin('requests as r', 'r.id', 'p.id')
        .orderBy('r.id', 'desc')
        .select(filedRequest);
      const query = build.selectNoFrom([
        counted.$asScalar().$notNull().as('counts'),
        jsonArrayFrom(shown).as('rows'),
      ]);
      const [found] = await read(db, 'filed requests', query);
      const counts = found?.counts ?? { waiting: 0, refused: 0 };
      const countOf: Record<FiledState, number> = {
        WAITING: counts.waiting,
        REFUSED: counts.refused,
      };
      return {
        rows: found?.rows ?? [],
        total: states.reduce((sum, state) => sum + countOf[state], 0),
        counts,
      };
    },
  };
}
