import type { Agreement, RequestStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { type Expression, type RawBuilder, sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import type { RowWriter } from '../../platform/database/row-writers.repository.ts';
import { rowSet, rowsOf, type Rows } from '../../platform/database/row-sets.repository.ts';
import {
  build,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import type { Answer } from '../journeys/index.ts';
import { storedStatusOf } from '../../policies/request-status.ts';

export interface RequestContent {
  readonly description: string | null;
  readonly urlVideo: string | null;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
  readonly answers: readonly Answer[];
}

export const noContent: RequestContent = {
  description: null,
  urlVideo: null,
  journeyDefId: null,
  serviceItemIds: [],
  answers: [],
};
type ContentNow = RequestContent & { readonly documents: readonly string[] };

/** Name of the queue of transactions that lock this request. Pass `ownerId` when the ownership is not checked yet. */
export function lockKeyOf(requestId: number, ownerId?: string): string {
  return ownerId === undefined
    ? `request ${String(requestId)}`
    : `request ${String(requestId)} of ${ownerId}`;
}

export interface Readiness {
  readonly isQualified: boolean;
  readonly drafts: number;
  readonly madeId: number | null;
}

export interface OwnedRequest {
  readonly status: RequestStatus;
  readonly agreement: Agreement;
}

export interface LockedRequest extends OwnedRequest {
  /** The owner's profile has everything that a submission needs. */
  readonly isQualified: boolean;
}

/** Columns of a request to set, with the status as the rules spell it. */
export type RequestChange = Omit<Prisma.SupportRequestUncheckedUpdateInput, 'status'> & {
  readonly status?: RequestStatus;
};

type ContentRow = RequestContent & { readonly id: number; readonly status: RequestStatus };

const wantedServices = { request: 'int', item: 'int' } as const;
type Service = { readonly [Member in keyof typeof wantedServices]: number };
const removeServices = prepared(
  ({ json, ids }: Placeholders<Rows<Service> & { readonly ids: readonly number[] }>) =>
    build
      .deleteFrom('request_services as x')
      .where((eb) => eb('x.request_id', '=', eb.fn.any(ids)))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom(rowSet('w', json, wantedServices))
              .whereRef('w.request', '=', 'x.request_id')
              .whereRef('w.item', '=', 'x.item_id')
              .select('w.item'),
          ),
        ),
      ),
);
const addServices = prepared(({ json }: Placeholders<Rows<Service>>) =>
  build
    .insertInto('request_services')
    .columns(['request_id', 'item_id'])
    .expression((eb) =>
      eb.selectFrom(rowSet('w', json, wantedServices)).select(['w.request', 'w.item']),
    )
    .onConflict((service) => service.doNothing()),
);
const updateContent = prepared(
  ({ json, ids }: Placeholders<Rows<ContentRow> & { readonly ids: readonly number[] }>) =>
    build
      .updateTable('requests as r')
      .from(
        rowSet('d', json, {
          id: 'int',
          description: 'text',
          urlVideo: 'text',
          journeyDefId: 'int',
          status: '"RequestStatus"',
          answers: 'jsonb',
        }),
      )
      .set((eb) => ({
        description: eb.ref('d.description'),
        url_video: eb.ref('d.urlVideo'),
        journey_def_id: eb.ref('d.journeyDefId'),
        status: eb.ref('d.status'),
        answers: sql<string>`d.answers`,
        updated_at: sql<Date>`clock_timestamp()`,
      }))
      .whereRef('r.id', '=', 'd.id')
      .where((eb) => eb('r.id', '=', eb.fn.any(ids))),
);

export const contentRows: RowWriter<ContentRow> = (contents) => {
  const services = rowsOf(
    contents.flatMap(({ id, serviceItemIds }) =>
      serviceItemIds.map((item) => ({ request: id, item })),
    ),
  );
  const ids = contents.map(({ id }) => id);
  return {
    removed_services: removeServices({ ...services, ids }),
    added_services: addServices(services),
    content: updateContent({ ...rowsOf(contents), ids }),
  };
};

/** Statuses that count towards the quota. */
const edited = ['EN_COURS_DE_CREATION', 'A_REFOURMULER'] as const;
const agreed = ['NOT_NEEDED', 'GIVEN'] as const;

const isQualified = (userId: Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists ${build
    .selectFrom('qualifications as q')
    .where('q.user_id', '=', userId)
    .where('q.replaced_at', 'is', null)
    .select('q.id')}`;

const takenNumbers = prepared(
  ({ year, count }: Placeholders<{ readonly year: number; readonly count: number }>) =>
    build
      .insertInto('request_numbers')
      .values({ year, last: count })
      .onConflict((taken) =>
        taken
          .column('year')
          .doUpdateSet((eb) => ({ last: eb('request_numbers.last', '+', count) })),
      )
      .returning('last'),
);

const lockedOwned = prepared(
  ({ id, beneficiaryId }: Placeholders<{ readonly id: number; readonly beneficiaryId: string }>) =>
    build
      .selectFrom('requests as r')
      .select(['r.status', 'r.agreement', isQualified(beneficiaryId).as('isQualified')])
      .where('r.id', '=', id)
      .where('r.beneficiary_id', '=', beneficiaryId)
      .where('r.status', '<>', 'SUPPRIME')
      .forUpdate('r'),
);

interface ReadinessAsked {
  readonly beneficiaryId: string;
  readonly clientKey: string | null;
}
const personReadiness = prepared(({ beneficiaryId, clientKey }: Placeholders<ReadinessAsked>) => {
  const own = build.selectFrom('requests as r').where('r.beneficiary_id', '=', beneficiaryId);
  const drafts = own
    .where(
      'r.status',
      'in',
      edited.map((code) => sql.lit(code)),
    )
    // Requests filed by organisations do not count towards the person's quota.
    .where(
      'r.agreement',
      'in',
      agreed.map((code) => sql.lit(code)),
    )
    .select(sql<number>`count(*)::int`.as('count'));
  const made = own.where('r.client_key', '=', clientKey).select('r.id');
  return build.selectNoFrom([
    isQualified(beneficiaryId).as('isQualified'),
    drafts.$asScalar().$notNull().as('drafts'),
    made.$asScalar().as('madeId'),
  ]);
});

const requestContent = prepared(({ requestId }: Placeholders<{ readonly requestId: number }>) =>
  build
    .selectFrom('requests as r')
    .where('r.id', '=', requestId)
    .select((eb) => [
      'r.description',
      'r.url_video as urlVideo',
      'r.journey_def_id as journeyDefId',
      sql<readonly Answer[]>`r.answers`.as('answers'),
      sql<number[]>`array(${eb
        .selectFrom('request_services as s')
        .whereRef('s.request_id', '=', 'r.id')
        .select('s.item_id')})`.as('serviceItemIds'),
      sql<string[]>`array(${eb
        .selectFrom('request_documents as d')
        .whereRef('d.request_id', '=', 'r.id')
        .select('d.code')})`.as('documents'),
    ]),
);

/** Changes of requests, made in a transaction. Lock the request's row before a change. */
export function requestWrites(db: Db) {
  return {
    /**
     * Takes `count` numbers of the year in one statement and returns the first. Call it outside the transaction that
     * uses them, so that other transactions do not wait. A rollback then only leaves a gap.
     */
    async takeNumbers(year: number, count = 1): Promise<number> {
      const query = takenNumbers({ year, count });
      const [row] = await rows(db, query);
      if (row === undefined) throw new Error('The counter of request numbers answered nothing');
      return row.last - count + 1;
    },

    /** Locks the owner's request until the transaction ends; undefined when it is deleted or has another owner. */
    async lockOwned(id: number, beneficiaryId: string): Promise<LockedRequest | undefined> {
      const query = lockedOwned({ id, beneficiaryId });
      const [row] = await rows(db, query);
      return row;
    },

    /** Locks a request until the transaction ends; undefined when it does not exist or is deleted. */
    async lock(id: number): Promise<RequestStatus | undefined> {
      const query = build
        .selectFrom('requests')
        .select('status')
        .where('id', '=', id)
        .where('status', '<>', 'SUPPRIME')
        .forUpdate();
      const [row] = await rows(db, query);
      return row?.status;
    },

    /**
     * Reads whether the person can have requests, the number of editable requests (for the quota), and the request with
     * the client key.
     */
    async readiness(beneficiaryId: string, clientKey: string | null): Promise<Readiness> {
      const query = personReadiness({ beneficiaryId, clientKey });
      const [row] = await rows(db, query);
      return row ?? { isQualified: false, drafts: 0, madeId: null };
    },

    async contentNow(requestId: number): Promise<ContentNow> {
      const query = requestContent({ requestId });
      const [row] = await rows(db, query);
      return row ?? { ...noContent, documents: [] };
    },

    async set(id: number, { status, ...columns }: RequestChange): Promise<void> {
      const data = status === undefined ? columns : { ...columns, status: storedStatusOf(status) };
      await db.supportRequest.update({ where: { id }, data, select: { id: true } });
    },
  };
}
