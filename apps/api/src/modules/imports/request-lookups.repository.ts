import { Prisma } from '@wasl/db';

import { selectWords } from '../../platform/i18n/four-columns.ts';
import { attendedPartner } from '../../platform/auth/active-agent.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from '../../policies/request-actions.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import { openStepsRepository } from '../requests/index.ts';

const journeyColumns = {
  id: true,
  active: true,
  startDate: true,
  endDate: true,
  ...selectWords('title'),
  settings: { select: { code: true, mandatory: true } },
  taskDefs: {
    orderBy: { position: 'asc' },
    select: { id: true, position: true, titleItemId: true, partnerId: true, runsInParallel: true },
  },
} as const satisfies Prisma.JourneyDefSelect;
export type JourneyRow = Prisma.JourneyDefGetPayload<{ select: typeof journeyColumns }>;

export interface BeneficiaryRow {
  readonly id: string;
  readonly email: string;
  readonly lang: string;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
  readonly areaId: number | null;
  readonly standing: Standing;
}

/**
 * How a person stands with an organisation that files a request for them. `known`: they turned to it themselves, agreed
 * to a request on which it has a step, or have their account from it. `refused`: they refused it, or took an agreement
 * back, and never turned to it themselves. `stranger`: none of these.
 */
export type Standing = 'known' | 'refused' | 'stranger';

/** What makes two requests that an organisation files for a person the same one. */
export interface RequestContent {
  readonly beneficiaryId: string;
  readonly description: string | null;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
  /** The date that the line states; null where it states none. */
  readonly statedDate: Date | null;
}

/** A request that was filed before. */
interface FiledBefore {
  /** Place of its content among those that were asked for. */
  readonly index: number;
  readonly filedAt: Date;
  /** One of these waits for the person's agreement. */
  readonly isWaiting: boolean;
}

export interface ServiceRow extends Labelled {
  readonly id: number;
  readonly position: number;
}

/** What every line is checked against: a few hundred rows, read once. */
export interface RequestLookups {
  readonly services: ReadonlyMap<string, ServiceRow>;
  /** Approved organisations that offer a service and have an agent who can sign in, by the service's id. */
  readonly partnersByService: ReadonlyMap<number, readonly number[]>;
  /** Organisations with an agent who can sign in. */
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

export function requestLookupsRepository(db: Db) {
  return {
    /** @param partnerId whose import it is: it may name the services that it proposed itself */
    async lookups(partnerId: number | null): Promise<RequestLookups> {
      const isApproved = { partner: { approvedAt: { not: null } } } as const;
      const services = await db.referenceItem.findMany({
        where: { parent: 'SERVICE', active: true, OR: [{ partnerId: null }, { partnerId }] },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { id: true, position: true, ...labelColumns },
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
        attended: new Set(attended.map(({ id }) => id)),
        areasByPartner: new Map(
          [...grouped(areas.map(({ itemId, partnerId }) => [partnerId, itemId]))].map(
            ([id, items]) => [id, new Set(items)],
          ),
        ),
        openStepsByPartner,
        journeys: new Map(journeys.map((journey) => [journey.id, journey])),
      };
    },

    /** Beneficiaries that can be acted for, by e-mail, and how they stand with the organisation. */
    async beneficiaries(
      emails: readonly string[],
      partnerId: number,
    ): Promise<Map<string, BeneficiaryRow>> {
      if (emails.length === 0) return new Map();
      const hidden = codesSql(hiddenFromPartners);
      const open = codesSql(agreementsOpenToPartners);
      const stepOnOpenRequest = Prisma.sql`
        SELECT 1 FROM requests r JOIN processing_steps s ON s.request_id = r.id
        WHERE r.beneficiary_id = u.id AND s.partner_id = ${partnerId} AND s.status <> 'DECLINED'
          AND r.status NOT IN (${hidden}) AND r.agreement IN (${open})`;
      // One statement text whatever the number of addresses: its plan is kept.
      const rows = await db.$queryRaw<BeneficiaryRow[]>`
        SELECT u.id::text, u.email, u.lang, u.nom, u.prenom, u.company_name AS "companyName", u.area_id AS "areaId",
          CASE
            -- What an organisation filed by itself is no reason to file more: only the person's own word counts.
            WHEN EXISTS (${stepOnOpenRequest} AND r.import_id IS NULL) THEN 'known'
            WHEN EXISTS (
              SELECT 1 FROM requests r JOIN imports i ON i.id = r.import_id
              WHERE r.beneficiary_id = u.id AND i.partner_id = ${partnerId}
                AND r.agreement IN ('REFUSED', 'WITHDRAWN')) THEN 'refused'
            WHEN EXISTS (SELECT 1 FROM imports i WHERE i.id = u.import_id AND i.partner_id = ${partnerId})
              OR EXISTS (${stepOnOpenRequest} AND r.agreement = 'GIVEN') THEN 'known'
            ELSE 'stranger'
          END AS standing
        FROM users u
        WHERE u.email = ANY(${[...emails]}::text[]) AND u.role = 'BENEFICIAIRE' AND u.disabled_at IS NULL`;
      return new Map(rows.map((row) => [row.email, row]));
    },

    /**
     * Requests of the organisation's earlier files that say the same: spaces and case of the need do not count. Those that
     * their person deleted or refused were filed too.
     */
    async filedBefore(
      contents: readonly RequestContent[],
      partnerId: number,
    ): Promise<FiledBefore[]> {
      if (contents.length === 0) return [];
      const needOf = (column: Prisma.Sql) =>
        Prisma.sql`lower(regexp_replace(coalesce(${column}, ''), '[\\s\\u00a0\\u202f]+', '', 'g'))`;
      const rows = JSON.stringify(contents.map((content, index) => ({ index, ...content })));
      return await db.$queryRaw<FiledBefore[]>`
        SELECT l.index, max(i.created_at) AS "filedAt",
          bool_or(r.agreement = 'WAITING' AND r.status <> 'SUPPRIME') AS "isWaiting"
        FROM json_to_recordset(${rows}::json) AS l(index int, "beneficiaryId" uuid, description text,
          "journeyDefId" int, "serviceItemIds" int[], "statedDate" timestamptz)
        JOIN requests r ON r.beneficiary_id = l."beneficiaryId"
          AND ${needOf(Prisma.sql`r.description`)} = ${needOf(Prisma.sql`l.description`)}
          AND r.journey_def_id IS NOT DISTINCT FROM l."journeyDefId"
          AND CASE WHEN r.is_date_stated THEN r.date_request END IS NOT DISTINCT FROM l."statedDate"
        JOIN imports i ON i.id = r.import_id AND i.partner_id = ${partnerId}
        WHERE l."serviceItemIds" <@ ARRAY(SELECT s.item_id FROM request_services s WHERE s.request_id = r.id)
          AND l."serviceItemIds" @> ARRAY(SELECT s.item_id FROM request_services s WHERE s.request_id = r.id)
        GROUP BY l.index`;
    },
  };
}
