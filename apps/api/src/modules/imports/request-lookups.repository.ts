import type { Prisma } from '@wasl/db';
import { type Expression, sql } from 'kysely';

import { localizedSelect } from '../../platform/i18n/localized.ts';
import { attendedPartner } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { personName } from '../../platform/database/person-name.ts';
import { build, conditionOn, rows } from '../../platform/database/statements.repository.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from '../../policies/request-actions.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import type { Question } from '../journeys/index.ts';
import { openStepsRepository } from '../requests/index.ts';
import type { ImportKind } from './imports.repository.ts';

const journeyColumns = {
  id: true,
  active: true,
  startDate: true,
  endDate: true,
  ...localizedSelect('title'),
  settings: { select: { code: true, mandatory: true } },
  questions: true,
  taskDefs: {
    orderBy: { position: 'asc' },
    select: { id: true, position: true, titleItemId: true, partnerId: true, runsInParallel: true },
  },
} as const satisfies Prisma.JourneyDefSelect;
export type JourneyRow = Omit<
  Prisma.JourneyDefGetPayload<{ select: typeof journeyColumns }>,
  'questions'
> & { readonly questions: readonly Question[] };

export interface BeneficiaryRow {
  readonly id: string;
  readonly email: string;
  readonly lang: string;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
  readonly areaId: number | null;
  readonly acquaintance: Acquaintance;
}

/**
 * The relation of a person to an organisation that files a request for them. `known`: they asked it themselves, agreed
 * to a request with a step of it, or it created their account. `refused`: they refused it or took an agreement back,
 * and never asked it themselves. `unknown`: none of these.
 */
export type Acquaintance = 'known' | 'refused' | 'unknown';

/** The values by which two filed requests of a person are the same. */
export interface RequestContent {
  readonly beneficiaryId: string;
  readonly description: string | null;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
  /** The date in the line; null when absent. */
  readonly statedDate: Date | null;
}

interface FiledBefore {
  /** Index in the list of contents. */
  readonly index: number;
  readonly filedAt: Date;
  /** One of these requests waits for the person's agreement. */
  readonly isWaiting: boolean;
}

export interface ServiceRow extends Labelled {
  readonly id: number;
  readonly position: number;
}

/** The data that every line is checked against: a few hundred rows, read once. */
export interface RequestLookups {
  readonly services: ReadonlyMap<string, ServiceRow>;
  /** Approved organisations with an active agent that offer a service, by the service's id. */
  readonly partnersByService: ReadonlyMap<number, readonly number[]>;
  /** The approved default organisation with an active agent, by the service's id. */
  readonly defaultByService: ReadonlyMap<number, number>;
  /** Organisations with an active agent. */
  readonly attended: ReadonlySet<number>;
  readonly areasByPartner: ReadonlyMap<number, ReadonlySet<number>>;
  readonly openStepsByPartner: ReadonlyMap<number, number>;
  readonly journeys: ReadonlyMap<number, JourneyRow>;
}

export type RequestLookupsRepository = ReturnType<typeof requestLookupsRepository>;

function grouped<K, V>(pairs: readonly (readonly [K, V])[]): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Steps of the organisation on requests that it may see: `requests as r`, `processing_steps as s`. */
export function stepsOnSeenRequests(partnerId: number) {
  return conditionOn<'u'>()
    .selectFrom('requests as r')
    .innerJoin('processing_steps as s', 's.request_id', 'r.id')
    .where('s.partner_id', '=', partnerId)
    .where('s.status', '<>', sql.lit('DECLINED'))
    .where(
      'r.status',
      'not in',
      hiddenFromPartners.map((code) => sql.lit(code)),
    )
    .where(
      'r.agreement',
      'in',
      agreementsOpenToPartners.map((code) => sql.lit(code)),
    );
}

/** The {@link Acquaintance} of `users as u` with the organisation. */
export function acquaintanceWith(partnerId: number) {
  const eb = conditionOn<'u'>();
  const stepsOnOpenRequests = stepsOnSeenRequests(partnerId)
    .whereRef('r.beneficiary_id', '=', 'u.id')
    .select('r.id');
  const refusedRequests = eb
    .selectFrom('requests as r')
    .innerJoin('imports as i', 'i.id', 'r.import_id')
    .whereRef('r.beneficiary_id', '=', 'u.id')
    .where('i.partner_id', '=', partnerId)
    .where(
      'r.agreement',
      'in',
      (['REFUSED', 'WITHDRAWN'] as const).map((code) => sql.lit(code)),
    )
    .select('r.id');
  const ownImport = eb
    .selectFrom('imports as i')
    .whereRef('i.id', '=', 'u.import_id')
    .where('i.partner_id', '=', partnerId)
    // A request at the counter also opens accounts; their owners have not agreed yet.
    .where('i.kind', '=', sql.lit<ImportKind>('BENEFICIARIES'))
    .select('i.id');
  const given = stepsOnOpenRequests.where('r.agreement', '=', sql.lit('GIVEN'));
  return (
    eb
      .case()
      // Requests that the organisation filed do not make the person known: only the person's own actions count.
      .when(eb.exists(stepsOnOpenRequests.where('r.import_id', 'is', null)))
      .then(sql.lit<Acquaintance>('known'))
      .when(eb.exists(refusedRequests))
      .then(sql.lit<Acquaintance>('refused'))
      .when(eb.or([eb.exists(ownImport), eb.exists(given)]))
      .then(sql.lit<Acquaintance>('known'))
      .else(sql.lit<Acquaintance>('unknown'))
      .end()
  );
}

function lookupLists(db: Db) {
  return {
    /** @param partnerId the importer, which may use the services that it proposed */
    async lookups(partnerId: number | null): Promise<RequestLookups> {
      const isApproved = { partner: { approvedAt: { not: null } } } as const;
      const services = await db.referenceItem.findMany({
        where: { parent: 'SERVICE', active: true, OR: [{ partnerId: null }, { partnerId }] },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { id: true, position: true, ...labelColumns },
      });
      const defaults = await db.referenceItem.findMany({
        where: { defaultPartner: { ...isApproved.partner, ...attendedPartner } },
        select: { id: true, defaultPartnerId: true },
      });
      const offers = await db.partnerService.findMany({
        where: { partner: { ...isApproved.partner, ...attendedPartner } },
        select: { itemId: true, partnerId: true },
      });
      const attended = await db.partner.findMany({ where: attendedPartner, select: { id: true } });
      const areas = await db.partnerArea.findMany({
        where: isApproved,
        select: { itemId: true, partnerId: true },
      });
      const openStepsByPartner = await openStepsRepository(db).all();
      const journeys = await db.journeyDef.findMany({
        orderBy: { id: 'asc' },
        select: journeyColumns,
      });
      return {
        services: new Map(services.map((service) => [service.code, service])),
        partnersByService: grouped(offers.map(({ itemId, partnerId }) => [itemId, partnerId])),
        defaultByService: new Map(
          defaults.flatMap(({ id, defaultPartnerId }) =>
            defaultPartnerId === null ? [] : [[id, defaultPartnerId]],
          ),
        ),
        attended: new Set(attended.map(({ id }) => id)),
        areasByPartner: new Map(
          [...grouped(areas.map(({ itemId, partnerId }) => [partnerId, itemId]))].map(
            ([id, items]) => [id, new Set(items)],
          ),
        ),
        openStepsByPartner,
        journeys: new Map(
          journeys.map((journey) => [
            journey.id,
            { ...journey, questions: journey.questions as unknown as readonly Question[] },
          ]),
        ),
      };
    },

    /** Beneficiaries that can have requests, by e-mail, with their relation to the organisation. */
    async beneficiaries(
      emails: readonly string[],
      partnerId: number,
    ): Promise<Map<string, BeneficiaryRow>> {
      if (emails.length === 0) return new Map();
      // One statement text for any number of addresses, so that its plan is cached.
      const query = build
        .selectFrom('users as u')
        .where(({ eb }) => eb('u.email', '=', eb.fn.any(eb.val([...emails]))))
        .where('u.role', '=', sql.lit('BENEFICIAIRE'))
        .where('u.disabled_at', 'is', null)
        .select(['u.id', 'u.email', 'u.lang', ...personName, 'u.area_id as areaId'])
        .select(acquaintanceWith(partnerId).as('acquaintance'));
      const people = await rows(db, query);
      return new Map(people.map((person) => [person.email, person]));
    },

    /** How many of these addresses belong to people with a request that the organisation sees. */
    async countWithRequests(emails: readonly string[], partnerId: number): Promise<number> {
      const query = build
        .selectFrom('users as u')
        .where(({ eb }) => eb('u.email', '=', eb.fn.any(eb.val([...emails]))))
        .where((eb) =>
          eb.exists(
            stepsOnSeenRequests(partnerId).whereRef('r.beneficiary_id', '=', 'u.id').select('r.id'),
          ),
        )
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'));
      return (await rows(db, query))[0]?.count ?? 0;
    },
  };
}

function earlierRequests(db: Db) {
  return {
    /**
     * Finds requests of the organisation's earlier files with the same content, ignoring spaces and case of the need.
     * Requests that their person deleted or refused count too.
     */
    async filedBefore(
      contents: readonly RequestContent[],
      partnerId: number,
    ): Promise<FiledBefore[]> {
      if (contents.length === 0) return [];
      const lines = JSON.stringify(contents.map((content, index) => ({ index, ...content })));
      const line = sql<
        RequestContent & { readonly index: number }
      >`json_to_recordset(${lines}::json)`;
      const needOf = (column: Expression<string | null>) =>
        sql<string>`lower(regexp_replace(coalesce(${column}, ''), '[\\s\\u00a0\\u202f]+', '', 'g'))`;
      const query = build
        .selectFrom(
          line.as<'l'>(
            sql`l(index int, "beneficiaryId" uuid, description text, "journeyDefId" int, "serviceItemIds" int[],
              "statedDate" timestamptz)`,
          ),
        )
        .innerJoin('requests as r', 'r.beneficiary_id', 'l.beneficiaryId')
        .innerJoin('imports as i', 'i.id', 'r.import_id')
        .where('i.partner_id', '=', partnerId)
        .where((eb) => {
          const services = eb
            .selectFrom('request_services as s')
            .whereRef('s.request_id', '=', 'r.id')
            .select('s.item_id');
          const wanted = eb.ref('l.serviceItemIds');
          const stated = eb
            .case()
            .when('r.is_date_stated', '=', true)
            .then(eb.ref('r.date_request'));
          return eb.and([
            eb(needOf(eb.ref('r.description')), '=', needOf(eb.ref('l.description'))),
            eb('r.journey_def_id', 'is not distinct from', eb.ref('l.journeyDefId')),
            eb(stated.end(), 'is not distinct from', eb.ref('l.statedDate')),
            sql<boolean>`${wanted} <@ ARRAY${services}`,
            sql<boolean>`${wanted} @> ARRAY${services}`,
          ]);
        })
        .groupBy('l.index')
        .select((eb) => [
          'l.index',
          eb.fn.max('i.created_at').as('filedAt'),
          eb.fn
            .agg<boolean>('bool_or', [
              eb.and([eb('r.agreement', '=', 'WAITING'), eb('r.status', '<>', 'SUPPRIME')]),
            ])
            .as('isWaiting'),
        ]);
      return await rows(db, query);
    },
  };
}

export function requestLookupsRepository(db: Db) {
  return { ...lookupLists(db), ...earlierRequests(db) };
}
