import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import { openStepStatuses } from '../requests/index.ts';

const journeyColumns = {
  id: true,
  active: true,
  startDate: true,
  endDate: true,
  titleFr: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
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
}

export interface ServiceRow extends Labelled {
  readonly id: number;
  readonly position: number;
}

/** What every line is checked against: a few hundred rows, read once. */
export interface RequestLookups {
  readonly services: ReadonlyMap<string, ServiceRow>;
  /** Approved organisations that offer a service, by the service's id. */
  readonly partnersByService: ReadonlyMap<number, readonly number[]>;
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
    async lookups(): Promise<RequestLookups> {
      const isApproved = { partner: { approvedAt: { not: null } } } as const;
      const services = await db.referenceItem.findMany({
        where: { parent: 'SERVICE', active: true },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { id: true, position: true, ...labelColumns },
      });
      const offers = await db.partnerService.findMany({
        where: isApproved,
        select: { itemId: true, partnerId: true },
      });
      const areas = await db.partnerArea.findMany({
        where: isApproved,
        select: { itemId: true, partnerId: true },
      });
      const open = await db.processingStep.groupBy({
        by: ['partnerId'],
        where: { status: { in: [...openStepStatuses] } },
        _count: true,
      });
      const journeys = await db.journeyDef.findMany({
        orderBy: { id: 'asc' },
        select: journeyColumns,
      });
      return {
        services: new Map(services.map((service) => [service.code, service])),
        partnersByService: grouped(offers.map(({ itemId, partnerId }) => [itemId, partnerId])),
        areasByPartner: new Map(
          [...grouped(areas.map(({ itemId, partnerId }) => [partnerId, itemId]))].map(
            ([id, items]) => [id, new Set(items)],
          ),
        ),
        openStepsByPartner: new Map(open.map((row) => [row.partnerId, row._count])),
        journeys: new Map(journeys.map((journey) => [journey.id, journey])),
      };
    },

    /** Beneficiaries that can be acted for, by e-mail. */
    async beneficiaries(emails: readonly string[]): Promise<Map<string, BeneficiaryRow>> {
      if (emails.length === 0) return new Map();
      // One statement text whatever the number of addresses: its plan is kept.
      const rows = await db.$queryRaw<BeneficiaryRow[]>`
        SELECT id::text, email, lang, nom, prenom, company_name AS "companyName", area_id AS "areaId" FROM users
        WHERE email = ANY(${[...emails]}::text[]) AND role = 'BENEFICIAIRE' AND disabled_at IS NULL`;
      return new Map(rows.map((row) => [row.email, row]));
    },
  };
}
