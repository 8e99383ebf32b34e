import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import { mailedPerson, mailedPersonColumns } from '../../platform/database/person-name.ts';
import { activeAgent, attendedPartner } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  dateOf,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { absenceColumns } from '../../policies/step-readers.ts';
import { nameColumns, partnerName, type OrganisationName } from '../partners/index.ts';
import { labelColumns, stepTitle, type Labelled } from '../reference/index.ts';
import { isAttended } from './attendance.repository.ts';
import { openSteps } from './open-steps.repository.ts';
import type { Offer } from '../../rules/routing.ts';
import { isStepWrittenOn } from './request-rows.repository.ts';

const stepColumns = {
  id: true,
  position: true,
  status: true,
  percent: true,
  runsInParallel: true,
  partnerId: true,
  assigneeId: true,
  taskDefId: true,
  titleItemId: true,
  titleItem: { select: labelColumns },
  duplicateOf: { select: { numRequest: true } },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step with the inputs of the rules and the mails. */
export type StepRow = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;
const onStep = conditionOn<'s'>();
/** {@link StepRow} from `processing_steps as s` in a Kysely statement. */
export const processStep = [
  's.id',
  's.position',
  's.status',
  's.percent',
  's.runs_in_parallel as runsInParallel',
  's.partner_id as partnerId',
  's.assignee_id as assigneeId',
  's.task_def_id as taskDefId',
  's.title_item_id as titleItemId',
  stepTitle,
  jsonObjectFrom(
    onStep
      .selectFrom('requests as other')
      .whereRef('other.id', '=', 's.duplicate_of_id')
      .select('other.num_request as numRequest'),
  ).as('duplicateOf'),
] as const;

const submissionColumns = {
  id: true,
  numRequest: true,
  status: true,
  percent: true,
  urlVideo: true,
  beneficiary: {
    select: {
      ...mailedPersonColumns,
      areaId: true,
    },
  },
  services: {
    select: { itemId: true, item: { select: { days: true } } },
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
  },
  documents: { select: { code: true } },
  journeyDef: {
    select: {
      active: true,
      startDate: true,
      endDate: true,
      settings: { select: { code: true, mandatory: true } },
      taskDefs: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          position: true,
          titleItemId: true,
          partnerId: true,
          runsInParallel: true,
          days: true,
          titleItem: { select: { days: true } },
        },
      },
    },
  },
  steps: { orderBy: { position: 'asc' }, select: stepColumns },
} as const satisfies Prisma.SupportRequestSelect;
/** A request with the inputs of submitting, routing and following it. */
export type RequestProcess = Prisma.SupportRequestGetPayload<{ select: typeof submissionColumns }>;
const submittedColumns = {
  ...submissionColumns,
  answers: true,
  journeyDef: { select: { ...submissionColumns.journeyDef.select, questions: true } },
} as const satisfies Prisma.SupportRequestSelect;
/** The same with the answers and the questions, which only a submission checks. */
export type SubmittedProcess = Prisma.SupportRequestGetPayload<{ select: typeof submittedColumns }>;
const onRequest = conditionOn<'r'>();
/** {@link RequestProcess} from `requests as r` in a Kysely statement: JSON for {@link readProcess}. */
export const requestProcess = [
  'r.id',
  'r.num_request as numRequest',
  storedStatus,
  'r.percent',
  'r.url_video as urlVideo',
  jsonObjectFrom(
    onRequest
      .selectFrom('users as u')
      .whereRef('u.id', '=', 'r.beneficiary_id')
      .select([...mailedPerson, 'u.area_id as areaId']),
  )
    .$notNull()
    .as('beneficiary'),
  jsonArrayFrom(
    onRequest
      .selectFrom('request_services as x')
      .innerJoin('reference_items as i', 'i.id', 'x.item_id')
      .whereRef('x.request_id', '=', 'r.id')
      .orderBy('i.position')
      .orderBy('x.item_id')
      .select((service) => [
        'x.item_id as itemId',
        jsonBuildObject({ days: service.ref('i.days') }).as('item'),
      ]),
  ).as('services'),
  jsonArrayFrom(
    onRequest
      .selectFrom('request_documents as d')
      .whereRef('d.request_id', '=', 'r.id')
      .select('d.code'),
  ).as('documents'),
  jsonObjectFrom(
    onRequest
      .selectFrom('journey_defs as j')
      .whereRef('j.id', '=', 'r.journey_def_id')
      .select((journey) => [
        'j.active',
        'j.start_date as startDate',
        'j.end_date as endDate',
        jsonArrayFrom(
          journey
            .selectFrom('journey_def_settings as x')
            .whereRef('x.journey_def_id', '=', 'j.id')
            .select(['x.code', 'x.mandatory']),
        ).as('settings'),
        jsonArrayFrom(
          journey
            .selectFrom('task_defs as t')
            .innerJoin('reference_items as i', 'i.id', 't.title_item_id')
            .whereRef('t.journey_def_id', '=', 'j.id')
            .orderBy('t.position')
            .select((task) => [
              't.id',
              't.position',
              't.title_item_id as titleItemId',
              't.partner_id as partnerId',
              't.runs_in_parallel as runsInParallel',
              't.days',
              jsonBuildObject({ days: task.ref('i.days') }).as('titleItem'),
            ]),
        ).as('taskDefs'),
      ]),
  ).as('journeyDef'),
  jsonArrayFrom(
    onRequest
      .selectFrom('processing_steps as s')
      .whereRef('s.request_id', '=', 'r.id')
      .orderBy('s.position')
      .select(processStep),
  ).as('steps'),
] as const;

/** A row in whose JSON these instants and days are text. */
type Texts<Row, Member extends keyof NonNullable<Row>> =
  | (Omit<NonNullable<Row>, Member> & { readonly [M in Member]: string | null })
  | Extract<Row, null>;
export type ProcessJson = Omit<RequestProcess, 'journeyDef'> & {
  readonly journeyDef: Texts<RequestProcess['journeyDef'], 'startDate' | 'endDate'>;
};
export function readProcess({ journeyDef, ...request }: ProcessJson): RequestProcess {
  return {
    ...request,
    journeyDef: journeyDef && {
      ...journeyDef,
      startDate: dateOf(journeyDef.startDate),
      endDate: dateOf(journeyDef.endDate),
    },
  };
}

/** An agent who can get mails, and their organisation. */
export const agentColumns = {
  ...mailedPersonColumns,
  absence: absenceColumns,
  partner: { select: { id: true, assignsByLoad: true, ...nameColumns } },
} as const satisfies Prisma.UserSelect;
type FoundAgent = Prisma.UserGetPayload<{ select: typeof agentColumns }>;
export type AgentRow = FoundAgent & { readonly partner: NonNullable<FoundAgent['partner']> };
export const partnersOf = (steps: readonly Pick<StepRow, 'partnerId'>[]): number[] =>
  steps.map(({ partnerId }) => partnerId);
const onAgent = conditionOn<'u'>();
/** The same from `users as u` in a Kysely statement: JSON for {@link readAgent}. */
export const agent = [
  ...mailedPerson,
  jsonObjectFrom(
    onAgent
      .selectFrom('absences as a')
      .whereRef('a.user_id', '=', 'u.id')
      .select(['a.begun_at as begunAt', 'a.substitute_id as substituteId']),
  ).as('absence'),
  jsonObjectFrom(
    onAgent
      .selectFrom('partners as p')
      .whereRef('p.id', '=', 'u.partner_id')
      .select(['p.id', 'p.assigns_by_load as assignsByLoad', ...partnerName]),
  )
    .$notNull()
    .as('partner'),
] as const;

export type AgentJson = Omit<AgentRow, 'absence'> & {
  readonly absence: Texts<AgentRow['absence'], 'begunAt'>;
};
export function readAgent({ absence, ...found }: AgentJson): AgentRow {
  return { ...found, absence: absence && { ...absence, begunAt: dateOf(absence.begunAt) } };
}

interface OffersAsked {
  readonly serviceItemIds: readonly number[];
  readonly areaId: number | null;
}
const serviceOffers = prepared(({ serviceItemIds, areaId }: Placeholders<OffersAsked>) =>
  build
    .with(
      (part) => part('offered').materialized(),
      (part) =>
        part
          .selectFrom('partner_services as l')
          .innerJoin('partners as p', 'p.id', 'l.partner_id')
          .where((eb) => eb('l.item_id', '=', eb.fn.any(serviceItemIds)))
          .where('p.approved_at', 'is not', null)
          .where(isAttended())
          .select(['l.item_id', 'l.partner_id', sql.lit(false).as('is_default')])
          .unionAll(
            part
              .selectFrom('reference_items as i')
              .innerJoin('partners as p', 'p.id', 'i.default_partner_id')
              .where((eb) => eb('i.id', '=', eb.fn.any(serviceItemIds)))
              // Administrators do not see the default of a service that is no longer listed.
              .where('i.active', '=', true)
              .where('p.approved_at', 'is not', null)
              .where(isAttended())
              .where((eb) =>
                eb.not(
                  eb.exists(
                    eb
                      .selectFrom('partner_services as x')
                      .whereRef('x.item_id', '=', 'i.id')
                      .whereRef('x.partner_id', '=', 'p.id')
                      .select('x.item_id'),
                  ),
                ),
              )
              .select(['i.id as item_id', 'p.id as partner_id', sql.lit(true).as('is_default')]),
          ),
    )
    // Materialized: the planner may expect one row and otherwise repeat the sum for every organisation.
    .with(
      (part) => part('busy').materialized(),
      (part) =>
        openSteps.where('c.partner_id', 'in', part.selectFrom('offered').select('partner_id')),
    )
    .selectFrom('offered as o')
    .leftJoin('busy as b', 'b.partner_id', 'o.partner_id')
    .select((eb) => [
      'o.item_id as itemId',
      'o.partner_id as partnerId',
      'o.is_default as isDefault',
      eb.fn.coalesce('b.steps', sql.lit(0)).as('openSteps'),
      eb
        .exists(
          eb
            .selectFrom('partner_areas as a')
            .whereRef('a.partner_id', '=', 'o.partner_id')
            .where('a.item_id', '=', areaId.$castTo<number>())
            .select('a.item_id'),
        )
        .$castTo<boolean>()
        .as('coversArea'),
    ]),
);

function routingReads(db: Db) {
  return {
    /** The process of a request. Lock the request first. */
    async process(requestId: number): Promise<SubmittedProcess> {
      return await db.supportRequest.findUniqueOrThrow({
        where: { id: requestId },
        select: submittedColumns,
      });
    },

    /**
     * Approved organisations with an active agent that offer each service or are its default, with the inputs of the
     * choice.
     * @param areaId the beneficiary's area of activity
     */
    async offers(
      serviceItemIds: readonly number[],
      areaId: number | null,
    ): Promise<Map<number, Offer[]>> {
      const query = serviceOffers({ serviceItemIds, areaId });
      const offers = new Map<number, Offer[]>();
      for (const { itemId, ...offer } of await rows(db, query))
        offers.set(itemId, [...(offers.get(itemId) ?? []), offer]);
      return offers;
    },

    /** Filters the organisations that have an agent who can sign in. */
    async attended(partnerIds: readonly number[]): Promise<Set<number>> {
      if (partnerIds.length === 0) return new Set();
      const found = await db.partner.findMany({
        where: { id: { in: [...partnerIds] }, ...attendedPartner },
        select: { id: true },
      });
      return new Set(found.map(({ id }) => id));
    },

    /** Every step of these requests, and whether it has messages or notes. Sending back depends on it. */
    async workOn(requestIds: readonly number[]): Promise<Map<number, StepWork[]>> {
      const work = new Map<number, StepWork[]>();
      if (requestIds.length === 0) return work;
      const query = build
        .selectFrom('processing_steps as s')
        .where((eb) => eb('s.request_id', '=', eb.fn.any(eb.val([...requestIds]))))
        .select([
          's.request_id as requestId',
          's.partner_id as partnerId',
          's.status',
          sql<boolean>`${isStepWrittenOn()}`.as('isWrittenOn'),
        ]);
      for (const { requestId, ...step } of await rows(db, query))
        work.set(requestId, [...(work.get(requestId) ?? []), step]);
      return work;
    },

    /** Filters the steps that have messages or notes. Such steps must not be deleted. */
    async writtenOn(stepIds: readonly number[]): Promise<Set<number>> {
      const found = await db.processingStep.findMany({
        where: {
          id: { in: [...stepIds] },
          OR: [{ messages: { some: {} } }, { notes: { some: {} } }],
        },
        select: { id: true },
      });
      return new Set(found.map(({ id }) => id));
    },

    async namesOf(
      itemIds: readonly number[],
      partnerIds: readonly number[],
    ): Promise<{ items: Map<number, Labelled>; partners: Map<number, OrganisationName> }> {
      const [items, partners] = await Promise.all([
        db.referenceItem.findMany({
          where: { id: { in: [...itemIds] } },
          select: { id: true, ...labelColumns },
        }),
        db.partner.findMany({
          where: { id: { in: [...partnerIds] } },
          select: { id: true, ...nameColumns },
        }),
      ]);
      return {
        items: new Map(items.map(({ id, ...item }) => [id, item])),
        partners: new Map(partners.map(({ id, ...name }) => [id, name])),
      };
    },

    async organisation(id: number): Promise<OrganisationName & { readonly id: number }> {
      const select = { id: true, ...nameColumns } as const;
      return await db.partner.findUniqueOrThrow({ where: { id }, select });
    },

    async agentsOf(partnerIds: readonly number[]): Promise<AgentRow[]> {
      const found = await db.user.findMany({
        where: { partnerId: { in: [...partnerIds] }, ...activeAgent },
        orderBy: { email: 'asc' },
        select: agentColumns,
      });
      return found.flatMap(({ partner, ...agent }) =>
        partner === null ? [] : [{ ...agent, partner }],
      );
    },
  };
}

function stepChanges(db: Db) {
  return {
    async assign(stepIds: readonly number[], now: Date): Promise<void> {
      await db.processingStep.updateMany({
        where: { id: { in: [...stepIds] } },
        data: { status: 'ASSIGNED', assignedAt: now, version: { increment: 1 } },
      });
    },

    async reject(stepIds: readonly number[]): Promise<void> {
      await db.processingStep.updateMany({
        where: { id: { in: [...stepIds] } },
        data: { status: 'REJECTED', version: { increment: 1 } },
      });
    },

    /** Marks a step as declined by its organisation. @param duplicateOfId the other request that does its work */
    async decline(stepId: number, duplicateOfId: number | null): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { status: 'DECLINED', assigneeId: null, duplicateOfId, version: { increment: 1 } },
        select: { id: true },
      });
    },

    /** Deletes untouched steps. */
    async withdraw(stepIds: readonly number[]): Promise<void> {
      await db.processingStep.deleteMany({ where: { id: { in: [...stepIds] } } });
    },
  };
}

export function routingRepository(db: Db) {
  return { ...routingReads(db), ...stepChanges(db) };
}

/** Finds a service item by its code, for scripts. */
export async function findService(
  db: Db,
  code: string,
): Promise<(Labelled & { id: number }) | undefined> {
  const item = await db.referenceItem.findUnique({
    where: { parent_code: { parent: 'SERVICE', code } },
    select: { id: true, ...labelColumns },
  });
  return item ?? undefined;
}
