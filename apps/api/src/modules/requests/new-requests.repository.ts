import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  rowSet,
  rowsOf,
  type Rows,
  type RowsJson,
} from '../../platform/database/row-sets.repository.ts';
import {
  build,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { withDeadlines, type AllottedDays } from './deadlines.ts';
import type { Author } from '../../events/author.ts';
import type { RequestContent } from './request-writes.repository.ts';
import {
  agent,
  processStep,
  readAgent,
  type AgentRow,
  type StepRow,
} from './routing.repository.ts';
import type { PlannedStep } from '../../rules/routing.ts';
import type { StepDeadline } from '../../rules/step-deadline.ts';

/** A step as it is inserted: planned, or with its progress so far. */
export interface NewStep extends Omit<PlannedStep, 'status'> {
  readonly status: StepStatus;
  readonly assignedAt: Date | null;
  readonly percent?: number;
  readonly partnerFeedback?: string | null;
  readonly processingStartDate?: Date | null;
  readonly processedAt?: Date | null;
}

/** A request as it is inserted. A submitted request has its steps. */
export interface NewRequest {
  readonly numRequest: string;
  readonly beneficiaryId: string;
  readonly content: Omit<RequestContent, 'answers'> & Partial<Pick<RequestContent, 'answers'>>;
  readonly createdAt: Date;
  readonly dateRequest: Date;
  readonly status?: RequestStatus;
  readonly submittedAt?: Date | null;
  readonly percent?: number;
  readonly observation?: string | null;
  /** For a request that an organisation filed: the import, whether its file states the date, and the agreement. */
  readonly importId?: number | null;
  readonly isDateStated?: boolean;
  readonly agreement?: Agreement;
  /** Key of the form. A person has at most one request per key. */
  readonly clientKey?: string | null;
  readonly steps?: readonly NewStep[];
}

export type WrittenStep = Pick<StepRow, 'id' | 'position' | 'status' | 'partnerId'>;

export interface WrittenRequest {
  readonly id: number;
  /** By position. */
  readonly steps: readonly WrittenStep[];
}

export function stepsOfPlan(steps: readonly PlannedStep[], now: Date): NewStep[] {
  return steps.map((step) => ({ ...step, assignedAt: step.status === 'ASSIGNED' ? now : null }));
}

const byPosition = (a: { position: number }, b: { position: number }): number =>
  a.position - b.position;

const asRow = ({ content, status, steps: _steps, ...request }: NewRequest) => {
  const { serviceItemIds: _services, answers = [], ...columns } = content;
  return { ...request, ...columns, answers, status: status ?? 'EN_COURS_DE_CREATION' };
};

const requestRows = (json: Expression<RowsJson<ReturnType<typeof asRow>>>) =>
  build
    .insertInto('requests')
    .columns([
      'num_request',
      'beneficiary_id',
      'journey_def_id',
      'description',
      'url_video',
      'answers',
      'status',
      'observation',
      'percent',
      'date_request',
      'is_date_stated',
      'agreement',
      'submitted_at',
      'import_id',
      'client_key',
      'created_at',
      'updated_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet('r', json, {
            numRequest: 'text',
            beneficiaryId: 'uuid',
            journeyDefId: 'int',
            description: 'text',
            urlVideo: 'text',
            answers: 'jsonb',
            status: '"RequestStatus"',
            observation: 'text',
            percent: 'int',
            dateRequest: 'timestamptz',
            isDateStated: 'boolean',
            agreement: '"Agreement"',
            submittedAt: 'timestamptz',
            importId: 'int',
            clientKey: 'uuid',
            createdAt: 'timestamptz',
          }),
        )
        .select((row) => [
          'numRequest',
          'beneficiaryId',
          'journeyDefId',
          'description',
          'urlVideo',
          'answers',
          'status',
          'observation',
          row.fn.coalesce('percent', sql.lit(0)).as('percent'),
          'dateRequest',
          row.fn.coalesce('isDateStated', sql.lit(false)).as('isDateStated'),
          row.fn.coalesce('agreement', sql<Agreement>`'NOT_NEEDED'`).as('agreement'),
          'submittedAt',
          'importId',
          'clientKey',
          'createdAt',
          'createdAt as updatedAt',
        ]),
    )
    .returning((row) => [
      'id',
      'num_request',
      'status',
      'created_at',
      'date_request',
      row.fn<boolean>('request_is_shown', ['status', 'agreement']).as('is_shown'),
    ]);

type Written = {
  readonly written: Pick<
    Selectable<Tables['requests']>,
    'id' | 'num_request' | 'status' | 'created_at' | 'date_request'
  > & { readonly is_shown: boolean };
  readonly steps: Tables['processing_steps'];
};
const after = build.withTables<Written>();

interface ServiceRow {
  readonly numRequest: string;
  readonly item: number;
}
const serviceRows = (json: Expression<RowsJson<ServiceRow>>) =>
  after
    .insertInto('request_services')
    .columns(['request_id', 'item_id'])
    .expression((eb) =>
      eb
        .selectFrom(rowSet('r', json, { numRequest: 'text', item: 'int' }))
        .innerJoin('written as w', 'w.num_request', 'r.numRequest')
        .select(['w.id', 'r.item']),
    );

/** Source of the steps that are inserted together with their requests. */
const writtenRequests = after
  .selectFrom('written')
  .select(['id', 'num_request', 'date_request', 'status', 'is_shown']);

/**
 * Source of the steps that are added to a request. From this transaction on, organisations may see the request, even as
 * a draft.
 */
const givenRequest = (requestId: Expression<number>) =>
  build
    .selectFrom('requests')
    .where('id', '=', requestId)
    .select(['id', 'num_request', 'date_request', 'status', sql<boolean>`true`.as('is_shown')]);

type AddedStep = NewStep &
  StepDeadline & {
    readonly days: number;
    readonly createdAt: Date;
    readonly numRequest?: string;
  };

/** @param requestId the request that the steps are added to; absent when the requests are inserted with them */
const stepRows = (json: Expression<RowsJson<AddedStep>>, requestId?: Expression<number>) =>
  build
    .insertInto('processing_steps')
    .columns([
      'request_id',
      'position',
      'task_def_id',
      'title_item_id',
      'partner_id',
      'status',
      'percent',
      'runs_in_parallel',
      'partner_feedback',
      'assigned_at',
      'processing_start_date',
      'processed_at',
      'days',
      'due_on',
      'days_left',
      'request_date',
      'request_is_shown',
      'request_is_suspended',
      'created_at',
      'updated_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet('r', json, {
            numRequest: 'text',
            position: 'int',
            taskDefId: 'int',
            titleItemId: 'int',
            partnerId: 'int',
            status: '"StepStatus"',
            percent: 'int',
            runsInParallel: 'boolean',
            partnerFeedback: 'text',
            assignedAt: 'timestamptz',
            processingStartDate: 'timestamptz',
            processedAt: 'timestamptz',
            days: 'smallint',
            dueOn: 'date',
            daysLeft: 'smallint',
            createdAt: 'timestamptz',
          }),
        )
        .innerJoin(
          (requestId === undefined ? writtenRequests : givenRequest(requestId)).as('w'),
          (join) =>
            requestId === undefined
              ? join.onRef('w.num_request', '=', 'r.numRequest')
              : join.onTrue(),
        )
        .select((row) => [
          'w.id',
          'r.position',
          'taskDefId',
          'titleItemId',
          'partnerId',
          'r.status',
          row.fn.coalesce('r.percent', sql.lit(0)).as('percent'),
          'runsInParallel',
          'partnerFeedback',
          'assignedAt',
          'processingStartDate',
          'processedAt',
          'days',
          'dueOn',
          'daysLeft',
          'w.date_request',
          'w.is_shown',
          row.fn<boolean>('request_is_suspended', ['w.status']).as('isSuspended'),
          'createdAt',
          'createdAt as updatedAt',
        ])
        .orderBy('w.id')
        .orderBy('r.position'),
    )
    .returningAll();

/** The first feedback row has the step's initial progress. */
const feedbackRows = after
  .insertInto('step_feedbacks')
  .columns(['step_id', 'kind', 'percent', 'text', 'at'])
  .expression((eb) =>
    eb
      .selectFrom('steps')
      .where('partner_feedback', 'is not', null)
      .orderBy('id')
      .select((step) => [
        'id',
        sql`'SAID'::"FeedbackKind"`.as('kind'),
        'percent',
        'partner_feedback',
        step.fn.coalesce('processed_at', 'processing_start_date', 'created_at').as('at'),
      ]),
  );

const createdRows = ({ userId, role }: Pick<Placeholders<NewRows>, 'userId' | 'role'>) =>
  after
    .insertInto('history_events')
    .columns(['request_id', 'kind', 'to_status', 'actor_id', 'actor_role', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('written as w')
        .orderBy('w.id')
        .select([
          'w.id',
          sql.lit('CREATED').as('kind'),
          'w.status',
          sql`${userId}::uuid`.as('actor'),
          sql`${role}`.as('role'),
          'w.created_at',
        ]),
    );

const noSteps = sql<(WrittenStep & { readonly requestId: number })[]>`'[]'::json`;
const writtenSteps = jsonArrayFrom(
  after
    .selectFrom('steps')
    .select(['id', 'request_id as requestId', 'position', 'status', 'partner_id as partnerId']),
);

interface NewRows {
  readonly requests: RowsJson<ReturnType<typeof asRow>>;
  readonly services: RowsJson<ServiceRow>;
  readonly steps: RowsJson<AddedStep>;
  /** The creator; null when no history event records the creation. */
  readonly userId: string | null;
  readonly role: Author['role'] | null;
}
const insertRequests = prepared(
  (
    { requests, services, steps, userId, role }: Placeholders<NewRows>,
    hasServices: boolean,
    hasSteps: boolean,
    isCreation: boolean,
  ) => {
    const parts = {
      written: requestRows(requests),
      ...(hasServices && { services: serviceRows(services) }),
      ...(hasSteps && { steps: stepRows(steps), feedbacks: feedbackRows }),
      ...(isCreation && { history: createdRows({ userId, role }) }),
    };
    const all = Object.entries(parts).reduce<QueryCreator<Tables & Written>>(
      (before, [name, part]) => before.with(name, () => part) as QueryCreator<Tables & Written>,
      after,
    );
    return all.selectNoFrom((eb) => [
      jsonArrayFrom(eb.selectFrom('written').select(['id', 'num_request as numRequest'])).as(
        'requests',
      ),
      (hasSteps ? writtenSteps : noSteps).as('steps'),
    ]);
  },
);

interface AddedRows extends Rows<AddedStep> {
  readonly requestId: number;
  readonly partnerIds: readonly number[];
}
const insertSteps = prepared(({ json, requestId, partnerIds }: Placeholders<AddedRows>) =>
  build
    .with('steps', () => stepRows(json, requestId))
    .selectNoFrom((eb) => [
      jsonArrayFrom(eb.selectFrom('steps as s').select(processStep).orderBy('s.position')).as(
        'steps',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('users as u')
          .where((user) => user('u.partner_id', '=', user.fn.any(partnerIds)))
          .where(isActiveAgentRow())
          .select(agent)
          .orderBy('u.email'),
      ).as('agents'),
    ]),
);

/**
 * The only place that inserts requests and steps: for the portal, imports and the demonstration data. Each table's rows
 * are one JSON value, which PostgreSQL unfolds. Prisma's createMany took twelve times the processor time and twice the
 * memory for an import of 10,000 lines.
 */
export function newRequests(db: Db) {
  return {
    /**
     * Inserts requests with services and steps in one statement, in the given order.
     * @param createdBy records a creation event by this author for each request
     */
    async insert(
      requests: readonly NewRequest[],
      createdBy: Author | null = null,
    ): Promise<WrittenRequest[]> {
      const services = requests.flatMap(({ numRequest, content }) =>
        content.serviceItemIds.map((item) => ({ numRequest, item })),
      );
      const planned = requests.flatMap(({ numRequest, submittedAt, createdAt, steps = [] }) =>
        steps.map((step) => ({ ...step, numRequest, createdAt: submittedAt ?? createdAt })),
      );
      const steps = await withDeadlines(db, planned);
      const query = insertRequests(
        {
          requests: rowsOf(requests.map(asRow)).json,
          services: rowsOf(services).json,
          steps: rowsOf(steps).json,
          userId: createdBy?.userId ?? null,
          role: createdBy?.role ?? null,
        },
        services.length > 0,
        steps.length > 0,
        createdBy !== null,
      );
      const [written] = await rows(db, query);
      const ids = new Map(written?.requests.map(({ id, numRequest }) => [numRequest, id]));
      const stepsOf = new Map<number, WrittenStep[]>();
      for (const { requestId, ...step } of written?.steps ?? [])
        stepsOf.set(requestId, [...(stepsOf.get(requestId) ?? []), step]);
      return requests.map(({ numRequest }) => {
        const id = ids.get(numRequest);
        if (id === undefined) throw new Error(`${numRequest} was not written`);
        return { id, steps: (stepsOf.get(id) ?? []).sort(byPosition) };
      });
    },

    /**
     * Adds steps to a request.
     * @param days working days from the reference data, where they were read already
     * @returns the steps by position, with the agents of their organisations who can sign in
     */
    async addSteps(
      requestId: number,
      steps: readonly NewStep[],
      days?: AllottedDays,
    ): Promise<{ steps: StepRow[]; agents: AgentRow[] }> {
      if (steps.length === 0) return { steps: [], agents: [] };
      const createdAt = new Date();
      const added = (await withDeadlines(db, steps, days)).map((step) => ({ ...step, createdAt }));
      const partnerIds = [...new Set(steps.map(({ partnerId }) => partnerId))];
      const [found] = await rows(db, insertSteps({ ...rowsOf(added), requestId, partnerIds }));
      return { steps: found?.steps ?? [], agents: (found?.agents ?? []).map(readAgent) };
    },
  };
}
