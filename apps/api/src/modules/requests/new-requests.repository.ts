import type { Agreement, RequestStatus, StepStatus } from '@wasl/contracts';

import type { Db } from '../../platform/db.ts';
import { withDeadlines } from './deadlines.ts';
import type { RequestContent } from './request-writes.repository.ts';
import { stepColumns, type StepRow } from './routing.repository.ts';
import type { PlannedStep } from './rules/routing.ts';

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

/**
 * The one place that writes new requests and their steps: for the portal, imports and the demonstration set. A table's
 * rows go as one JSON value, which PostgreSQL unfolds: Prisma's createMany took twelve times the processor time for an
 * import of 10,000 lines, and twice the memory.
 */
export function newRequests(db: Db) {
  const insertRequests = async (requests: readonly NewRequest[]): Promise<Map<string, number>> => {
    const rows = JSON.stringify(requests.map(asRow));
    const written = await db.$queryRaw<{ id: number; num_request: string }[]>`
      INSERT INTO requests (num_request, beneficiary_id, journey_def_id, description, url_video, status, observation, percent,
        date_request, is_date_stated, agreement, submitted_at, import_id, created_at, updated_at)
      SELECT "numRequest", "beneficiaryId", "journeyDefId", description, "urlVideo", status, observation, coalesce(percent, 0),
        "dateRequest", coalesce("isDateStated", false), coalesce(agreement, 'NOT_NEEDED'), "submittedAt",
        "importId", "createdAt", "createdAt"
      FROM json_to_recordset(${rows}::json) AS r("numRequest" text, "beneficiaryId" uuid, "journeyDefId" int, description text,
        "urlVideo" text, status "RequestStatus", observation text, percent int, "dateRequest" timestamptz, "isDateStated" boolean,
        agreement "Agreement", "submittedAt" timestamptz, "importId" int, "createdAt" timestamptz)
      RETURNING id, num_request`;
    return new Map(written.map((row) => [row.num_request, row.id]));
  };

  const insertServices = async (rows: readonly object[]): Promise<void> => {
    if (rows.length === 0) return;
    await db.$executeRaw`
      INSERT INTO request_services (request_id, item_id)
      SELECT request, item FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(request int, item int)`;
  };

  const insertSteps = async (
    rows: readonly object[],
  ): Promise<(WrittenStep & { requestId: number })[]> => {
    if (rows.length === 0) return [];
    return await db.$queryRaw`
      INSERT INTO processing_steps (request_id, position, task_def_id, title_item_id, partner_id, status, percent,
        runs_in_parallel, partner_feedback, assigned_at, processing_start_date, processed_at, days, due_on, days_left,
        created_at, updated_at)
      SELECT request, position, "taskDefId", "titleItemId", "partnerId", status, coalesce(percent, 0), "runsInParallel",
        "partnerFeedback", "assignedAt", "processingStartDate", "processedAt", days, "dueOn", "daysLeft",
        "createdAt", "createdAt"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(request int, position int, "taskDefId" int,
        "titleItemId" int, "partnerId" int, status "StepStatus", percent int, "runsInParallel" boolean, "partnerFeedback" text,
        "assignedAt" timestamptz, "processingStartDate" timestamptz, "processedAt" timestamptz, days smallint,
        "dueOn" date, "daysLeft" smallint, "createdAt" timestamptz)
      RETURNING id, request_id AS "requestId", position, status, partner_id AS "partnerId"`;
  };

  /** What stands on a step begins its series. */
  const insertFeedbacks = async (stepIds: readonly number[]): Promise<void> => {
    await db.$executeRaw`
      INSERT INTO step_feedbacks (step_id, kind, percent, text, at)
      SELECT id, 'SAID', percent, partner_feedback, coalesce(processed_at, processing_start_date, created_at)
      FROM processing_steps WHERE id = ANY(${stepIds}::int[]) AND partner_feedback IS NOT NULL ORDER BY id`;
  };

  return {
    /** Writes requests with services and steps: a statement for each table, however many they are. In their order. */
    async insert(requests: readonly NewRequest[]): Promise<WrittenRequest[]> {
      const ids = await insertRequests(requests);
      const idOf = ({ numRequest }: NewRequest): number => {
        const id = ids.get(numRequest);
        if (id === undefined) throw new Error(`${numRequest} was not written`);
        return id;
      };
      await insertServices(
        requests.flatMap((request) =>
          request.content.serviceItemIds.map((item) => ({ request: idOf(request), item })),
        ),
      );
      const planned = requests.flatMap((request) => {
        const { submittedAt, createdAt } = request;
        const made = { request: idOf(request), createdAt: submittedAt ?? createdAt };
        return (request.steps ?? []).map((step) => ({ ...step, ...made }));
      });
      const steps = await insertSteps(await withDeadlines(db, planned));
      const hasSpoken = ({ partnerFeedback }: NewStep) => (partnerFeedback ?? null) !== null;
      if (requests.some((request) => request.steps?.some(hasSpoken) === true))
        await insertFeedbacks(steps.map(({ id }) => id));
      const stepsOf = new Map([...ids.values()].map((id) => [id, [] as WrittenStep[]]));
      for (const step of steps.sort(byPosition)) stepsOf.get(step.requestId)?.push(step);
      return requests.map((request) => {
        const id = idOf(request);
        return { id, steps: stepsOf.get(id) ?? [] };
      });
    },

    /** Adds steps to a request that is there, and returns them by position. */
    async addSteps(requestId: number, steps: readonly NewStep[]): Promise<StepRow[]> {
      const rows = await db.processingStep.createManyAndReturn({
        data: (await withDeadlines(db, steps)).map(({ dueOn, ...step }) => ({
          ...step,
          dueOn: dueOn === null ? null : new Date(dueOn),
          requestId,
        })),
        select: stepColumns,
      });
      return rows.sort(byPosition);
    },
  };
}
