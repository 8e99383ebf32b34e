import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import { activeAgent, attendedPartner } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { personNameColumns } from '../../platform/database/person-name.ts';
import { localizedSelect } from '../../platform/i18n/localized.ts';
import { labelColumns } from '../reference/index.ts';
import { isAttended } from './attendance.repository.ts';
import { droppedStepStatuses, openStepStatuses } from '../../rules/step-transitions.ts';

const organisationColumns = {
  id: true,
  title: true,
  titleEn: true,
  titleAr: true,
  titleEs: true,
  agents: { where: activeAgent, take: 1, select: { id: true } },
} as const satisfies Prisma.PartnerSelect;
type OrganisationRow = Prisma.PartnerGetPayload<{ select: typeof organisationColumns }>;

const unroutedColumns = {
  id: true,
  numRequest: true,
  status: true,
  submittedAt: true,
  description: true,
  beneficiary: { select: { email: true, city: true, ...personNameColumns } },
  journeyDef: { select: { taskDefs: { select: { id: true } }, ...localizedSelect('title') } },
  services: {
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
    select: { itemId: true, item: { select: labelColumns } },
  },
  steps: {
    orderBy: { position: 'asc' },
    select: {
      id: true,
      status: true,
      position: true,
      partnerId: true,
      taskDefId: true,
      titleItemId: true,
      duplicateOf: { select: { id: true } },
      titleItem: { select: labelColumns },
      partner: { select: organisationColumns },
    },
  },
} as const satisfies Prisma.SupportRequestSelect;
const orderBy = [
  { submittedAt: { sort: 'asc', nulls: 'first' } },
  { id: 'asc' },
] as const satisfies Prisma.SupportRequestOrderByWithRelationInput[];
export type UnroutedRow = Prisma.SupportRequestGetPayload<{ select: typeof unroutedColumns }>;

/** The last request of a page of the waiting ones. */
export interface WaitingCursor {
  readonly submittedMs: number;
  readonly id: number;
}

/** Requests that wait: `readRequests` of the service finds at least one service in each of those in progress. */
function waitingIds() {
  const requests = build.selectFrom('requests as r').select('r.id');
  const withSteps = requests.innerJoin('processing_steps as s', 's.request_id', 'r.id');
  return requests
    .where('r.status', '=', 'EN COURS DE QUALIFICATION')
    .union(
      // A service without a step of an organisation that does it.
      requests
        .innerJoin('request_services as s', 's.request_id', 'r.id')
        .where('r.status', 'in', ['ENTAME', 'EN_ATTENTE'])
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('processing_steps as p')
                .whereRef('p.request_id', '=', 'r.id')
                .whereRef('p.title_item_id', '=', 's.item_id')
                .where((step) =>
                  step.or([
                    step(
                      'p.status',
                      'not in',
                      droppedStepStatuses.map((code) => sql.lit(code)),
                    ),
                    step('p.duplicate_of_id', 'is not', null),
                  ]),
                )
                .select('p.id'),
            ),
          ),
        ),
    )
    .union(
      // A step of an organisation without an agent.
      withSteps
        .innerJoin('partners as p', 'p.id', 's.partner_id')
        .where('r.status', 'in', ['NOUVEAU', 'ENTAME', 'EN_ATTENTE'])
        .where(
          's.status',
          'in',
          openStepStatuses.map((code) => sql.lit(code)),
        )
        .where((eb) => eb.not(isAttended())),
    )
    .union(
      // A declined task of the journey without a replacement.
      withSteps
        .innerJoin('task_defs as t', (join) =>
          join
            .onRef('t.id', '=', 's.task_def_id')
            .onRef('t.journey_def_id', '=', 'r.journey_def_id'),
        )
        .where('r.status', 'in', ['ENTAME', 'EN_ATTENTE'])
        .where('s.status', '=', 'DECLINED')
        .where('s.duplicate_of_id', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('processing_steps as p')
                .whereRef('p.request_id', '=', 'r.id')
                .whereRef('p.task_def_id', '=', 's.task_def_id')
                .whereRef('p.title_item_id', '=', 's.title_item_id')
                .whereRef('p.position', '>', 's.position')
                .select('p.id'),
            ),
          ),
        ),
    );
}

export function unroutedRepository(db: Db) {
  return {
    /** Ids of submitted requests that wait for an organisation or for an agent of it, oldest first. */
    async waiting(after: WaitingCursor | null = null, limit?: number): Promise<number[]> {
      const submitted = sql<Date>`coalesce(r.submitted_at, 'epoch')`;
      let query = build
        .with('waiting', waitingIds)
        .selectFrom('requests as r')
        .innerJoin('waiting as w', 'w.id', 'r.id')
        .select('r.id')
        .orderBy(submitted)
        .orderBy('r.id');
      if (after !== null) {
        const last = [new Date(after.submittedMs), after.id] as const;
        query = query.where(sql<boolean>`(${submitted}, r.id) > (${last[0]}, ${last[1]})`);
      }
      if (limit !== undefined) query = query.limit(limit);
      return (await rows(db, query)).map(({ id }) => id);
    },

    async countWaiting(): Promise<number> {
      const query = build
        .with('waiting', waitingIds)
        .selectFrom('waiting')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'));
      return (await rows(db, query))[0]?.count ?? 0;
    },

    async read(ids: readonly number[]): Promise<UnroutedRow[]> {
      return await db.supportRequest.findMany({
        where: { id: { in: [...ids] } },
        orderBy,
        select: unroutedColumns,
      });
    },

    /** Ids of requests by their numbers. Unknown numbers are absent. */
    async idsOf(numbers: readonly string[]): Promise<Map<string, number>> {
      const found = await db.supportRequest.findMany({
        where: { numRequest: { in: [...numbers] } },
        select: { id: true, numRequest: true },
      });
      return new Map(found.map(({ id, numRequest }) => [numRequest, id]));
    },

    /** Approved organisations with an agent who can sign in, by title. */
    async attended(): Promise<Omit<OrganisationRow, 'agents'>[]> {
      return await db.partner.findMany({
        where: { approvedAt: { not: null }, ...attendedPartner },
        orderBy: [{ title: 'asc' }, { id: 'asc' }],
        select: { id: true, title: true, titleEn: true, titleAr: true, titleEs: true },
      });
    },

    /** The listed services with their default organisation and the number of those that offer them. */
    async services() {
      return await db.referenceItem.findMany({
        where: { parent: 'SERVICE', active: true, partnerId: null },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: {
          ...labelColumns,
          defaultPartner: { select: { approvedAt: true, ...organisationColumns } },
          _count: {
            select: {
              partnerServices: {
                where: { partner: { approvedAt: { not: null }, ...attendedPartner } },
              },
            },
          },
        },
      });
    },

    /** @returns whether there is such a listed service */
    async setDefault(code: string, defaultPartnerId: number | null): Promise<boolean> {
      const { count } = await db.referenceItem.updateMany({
        where: { parent: 'SERVICE', code, active: true, partnerId: null },
        data: { defaultPartnerId },
      });
      return count > 0;
    },

    async offering(itemIds: readonly number[]): Promise<Map<number, OrganisationRow[]>> {
      const links = await db.partnerService.findMany({
        where: { itemId: { in: [...itemIds] }, partner: { approvedAt: { not: null } } },
        orderBy: { partnerId: 'asc' },
        select: { itemId: true, partner: { select: organisationColumns } },
      });
      const offering = new Map<number, OrganisationRow[]>();
      for (const { itemId, partner } of links)
        offering.set(itemId, [...(offering.get(itemId) ?? []), partner]);
      return offering;
    },
  };
}
