import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { withDeadlines, type AllottedDays } from './deadlines.ts';
import { agentRow } from './request-facts.repository.ts';
import type { HistoryAuthor, RequestContent } from './request-writes.repository.ts';
import { stepColumns, type AgentRow, type StepRow } from './routing.repository.ts';
import type { PlannedStep } from '../../rules/routing.ts';

/** A step as it is first written: planned, or with what was done on it since. */
export interface NewStep extends Omit<PlannedStep, 'status'> {
  readonly status: StepStatus;
  readonly assignedAt: Date | null;
  readonly percent?: number;
  readonly partnerFeedback?: string | null;
  readonly processingStartDate?: Date | null;
  readonly processedAt?: Date | null;
}

/** A request as it is first written; one that is submitted has its steps. */
export interface NewRequest {
  readonly numRequest: string;
  readonly beneficiaryId: string;
  readonly content: RequestContent;
  readonly createdAt: Date;
  readonly dateRequest: Date;
  readonly status?: RequestStatus;
  readonly submittedAt?: Date | null;
  readonly percent?: number;
  readonly observation?: string | null;
  /** Of a request that an organisation filed: the file, whether it says the date, and the person's word. */
  readonly importId?: number | null;
  readonly isDateStated?: boolean;
  readonly agreement?: Agreement;
  /** Of the form that it was written in: the person has at most one request of each. */
  readonly clientKey?: string | null;
  readonly steps?: readonly NewStep[];
}

export type WrittenStep = Pick<StepRow, 'id' | 'position' | 'status' | 'partnerId'>;

export interface WrittenRequest {
  readonly id: number;
  /** By position. */
  readonly steps: readonly WrittenStep[];
}

/** The steps of a plan, as they are written when it is made. */
export function stepsOfPlan(steps: readonly PlannedStep[], now: Date): NewStep[] {
  return steps.map((step) => ({ ...step, assignedAt: step.status === 'ASSIGNED' ? now : null }));
}

const byPosition = (a: { position: number }, b: { position: number }): number =>
  a.position - b.position;

const asRow = ({ content, status, steps: _steps, ...request }: NewRequest) => {
  const { serviceItemIds: _services, ...columns } = content;
  return { ...request, ...columns, status: status ?? 'EN_COURS_DE_CREATION' };
};

const stepRow = jsonRow('ProcessingStep', 's', stepColumns);

const requestsSql = (requests: readonly NewRequest[]): Prisma.Sql => Prisma.sql`
  INSERT INTO requests (num_request, beneficiary_id, journey_def_id, description, url_video, status, observation, percent,
    date_request, is_date_stated, agreement, submitted_at, import_id, client_key, created_at, updated_at)
  SELECT "numRequest", "beneficiaryId", "journeyDefId", description, "urlVideo", status, observation, coalesce(percent, 0),
    "dateRequest", coalesce("isDateStated", false), coalesce(agreement, 'NOT_NEEDED'), "submittedAt",
    "importId", "clientKey", "createdAt", "createdAt"
  FROM json_to_recordset(${JSON.stringify(requests.map(asRow))}::json) AS r("numRequest" text, "beneficiaryId" uuid,
    "journeyDefId" int, description text, "urlVideo" text, status "RequestStatus", observation text, percent int,
    "dateRequest" timestamptz, "isDateStated" boolean, agreement "Agreement", "submittedAt" timestamptz, "importId" int,
    "clientKey" uuid, "createdAt" timestamptz)
  RETURNING id, num_request, status, created_at, date_request, request_is_shown(status, agreement) AS is_shown`;

const servicesSql = (rows: readonly object[]): Prisma.Sql => Prisma.sql`
  INSERT INTO request_services (request_id, item_id)
  SELECT w.id, r.item FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("numRequest" text, item int)
    JOIN written w ON w.num_request = r."numRequest"`;

/** The request of a step that is written with it. */
const writtenRequest = Prisma.sql`written w ON w.num_request = r."numRequest"`;

/** The request of steps that are added to it: organisations may know of it from this transaction on, even where it is still a draft. */
const givenRequest = (requestId: number): Prisma.Sql => Prisma.sql`
  (SELECT id, date_request, status, true AS is_shown FROM requests WHERE id = ${requestId}) w ON true`;

/** @param request what the rows `r` are joined to: the request's `w.id`, `w.date_request`, and `w.is_shown` to organisations */
const stepsSql = (rows: readonly object[], request: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO processing_steps (request_id, position, task_def_id, title_item_id, partner_id, status, percent,
    runs_in_parallel, partner_feedback, assigned_at, processing_start_date, processed_at, days, due_on, days_left,
    request_date, request_is_shown, request_is_suspended, created_at, updated_at)
  SELECT w.id, r.position, "taskDefId", "titleItemId", "partnerId", r.status, coalesce(r.percent, 0), "runsInParallel",
    "partnerFeedback", "assignedAt", "processingStartDate", "processedAt", days, "dueOn", "daysLeft",
    w.date_request, w.is_shown, request_is_suspended(w.status), "createdAt", "createdAt"
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("numRequest" text, position int, "taskDefId" int,
    "titleItemId" int, "partnerId" int, status "StepStatus", percent int, "runsInParallel" boolean, "partnerFeedback" text,
    "assignedAt" timestamptz, "processingStartDate" timestamptz, "processedAt" timestamptz, days smallint,
    "dueOn" date, "daysLeft" smallint, "createdAt" timestamptz)
    JOIN ${request}
  ORDER BY w.id, r.position
  RETURNING *`;

/** What stands on a step begins its series. */
const feedbacksSql = Prisma.sql`
  INSERT INTO step_feedbacks (step_id, kind, percent, text, at)
  SELECT id, 'SAID', percent, partner_feedback, coalesce(processed_at, processing_start_date, created_at)
  FROM steps WHERE partner_feedback IS NOT NULL ORDER BY id`;

const createdSql = ({ userId, role }: HistoryAuthor): Prisma.Sql => Prisma.sql`
  INSERT INTO history_events (request_id, kind, to_status, actor_id, actor_role, at)
  SELECT w.id, 'CREATED', w.status, ${userId}::uuid, ${role}, w.created_at
  FROM written w ORDER BY w.id`;

type NewStepJson = WrittenStep & { readonly requestId: number };
const writtenStepsSql = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', id, 'requestId', request_id,
  'position', position, 'status', status, 'partnerId', partner_id)), '[]') FROM steps)`;

/**
 * The one place that writes new requests and their steps: for the portal, imports and the demonstration set. A table's
 * rows go as one JSON value, which PostgreSQL unfolds: Prisma's createMany took twelve times the processor time for an
 * import of 10,000 lines, and twice the memory.
 */
export function newRequests(db: Db) {
  return {
    /**
     * Writes requests with services and steps in one statement, however many they are. In their order.
     * @param createdBy writes with each that it was created by them
     */
    async insert(
      requests: readonly NewRequest[],
      createdBy: HistoryAuthor | null = null,
    ): Promise<WrittenRequest[]> {
      const services = requests.flatMap(({ numRequest, content }) =>
        content.serviceItemIds.map((item) => ({ numRequest, item })),
      );
      const planned = requests.flatMap(({ numRequest, submittedAt, createdAt, steps = [] }) =>
        steps.map((step) => ({ ...step, numRequest, createdAt: submittedAt ?? createdAt })),
      );
      const steps = await withDeadlines(db, planned);
      const parts = [
        Prisma.sql`written AS (${requestsSql(requests)})`,
        ...(services.length > 0 ? [Prisma.sql`services AS (${servicesSql(services)})`] : []),
        ...(steps.length > 0
          ? [
              Prisma.sql`steps AS (${stepsSql(steps, writtenRequest)})`,
              Prisma.sql`feedbacks AS (${feedbacksSql})`,
            ]
          : []),
        ...(createdBy === null ? [] : [Prisma.sql`history AS (${createdSql(createdBy)})`]),
      ];
      const [written] = await sendRows<{
        requests: { id: number; numRequest: string }[];
        steps: NewStepJson[];
      }>(
        db,
        Prisma.sql`
        WITH ${Prisma.join(parts)}
        SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'numRequest', num_request)), '[]') FROM written) AS requests,
          ${steps.length > 0 ? writtenStepsSql : Prisma.sql`'[]'::json`} AS steps`,
      );
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
     * Adds steps to a request that is there, and returns them by position, with the agents of their organisations who can
     * sign in.
     * @param days working days that the reference data give the steps, where they were read
     */
    async addSteps(
      requestId: number,
      steps: readonly NewStep[],
      days?: AllottedDays,
    ): Promise<{ steps: StepRow[]; agents: AgentRow[] }> {
      if (steps.length === 0) return { steps: [], agents: [] };
      const createdAt = new Date();
      const rows = (await withDeadlines(db, steps, days)).map((step) => ({ ...step, createdAt }));
      const partnerIds = [...new Set(steps.map(({ partnerId }) => partnerId))];
      const [added] = await sendRows<{ steps: Unread<StepRow>[]; agents: Unread<AgentRow>[] }>(
        db,
        Prisma.sql`
        WITH steps AS (${stepsSql(rows, givenRequest(requestId))})
        SELECT (SELECT coalesce(json_agg(t ORDER BY t.position), '[]') FROM (SELECT ${stepRow.columns} FROM steps s) AS t) AS steps,
          (SELECT coalesce(json_agg(a ORDER BY a.email), '[]') FROM (SELECT ${agentRow.columns} FROM users u
            WHERE u.partner_id = ANY(${partnerIds}::int[]) AND ${Prisma.raw(activeAgentSql('u'))}) AS a) AS agents`,
      );
      return {
        steps: (added?.steps ?? []).map(stepRow.read),
        agents: (added?.agents ?? []).map(agentRow.read),
      };
    },
  };
}
