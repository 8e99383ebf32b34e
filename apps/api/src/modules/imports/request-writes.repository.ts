import type { Db } from '../../platform/db.ts';
import type { RequestDraft } from './request-lines.ts';

/** A draft with its number. */
export interface NumberedDraft extends RequestDraft {
  readonly numRequest: string;
}

export interface WriteContext {
  readonly importId: number;
  readonly actorId: string;
  readonly actorRole: string;
  readonly now: Date;
}

interface StepRow {
  readonly id: number;
  readonly request_id: number;
  readonly status: string;
  readonly partner_id: number;
}

/**
 * Writes many submitted requests with a fixed number of statements: each takes its rows as one JSON value, which
 * PostgreSQL unfolds, so that neither the number of parameters nor Prisma's row objects grow with the file.
 */
export function requestWritesRepository(db: Db) {
  const requests = async (
    drafts: readonly NumberedDraft[],
    { importId, now }: WriteContext,
  ): Promise<Map<string, number>> => {
    const rows = JSON.stringify(
      drafts.map((draft) => ({
        num: draft.numRequest,
        beneficiary: draft.beneficiary.id,
        journey: draft.journeyDefId,
        description: draft.description,
        url: draft.urlVideo,
        status: draft.status,
        date: draft.dateRequest,
        agreement: draft.agreement,
        stated: draft.isDateStated,
      })),
    );
    const written = await db.$queryRaw<{ id: number; num_request: string }[]>`
      INSERT INTO requests (num_request, beneficiary_id, journey_def_id, description, url_video, status, date_request,
        is_date_stated, agreement, submitted_at, import_id, created_at, updated_at)
      SELECT num, beneficiary, journey, description, url, status, date, stated, agreement::"Agreement",
        CASE WHEN agreement <> 'WAITING' THEN ${now}::timestamptz END, ${importId}, ${now}, ${now}
      FROM json_to_recordset(${rows}::json) AS r(num text, beneficiary uuid, journey int, description text, url text,
        status text, date timestamptz, stated boolean, agreement text)
      RETURNING id, num_request`;
    return new Map(written.map((row) => [row.num_request, row.id]));
  };

  const services = async (
    drafts: readonly NumberedDraft[],
    ids: ReadonlyMap<string, number>,
  ): Promise<void> => {
    const rows = drafts.flatMap((draft) =>
      draft.serviceItemIds.map((item) => ({ request: ids.get(draft.numRequest), item })),
    );
    if (rows.length === 0) return;
    await db.$executeRaw`
      INSERT INTO request_services (request_id, item_id)
      SELECT request, item FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(request int, item int)`;
  };

  const steps = async (
    drafts: readonly NumberedDraft[],
    ids: ReadonlyMap<string, number>,
    now: Date,
  ): Promise<StepRow[]> => {
    const rows = drafts.flatMap((draft) =>
      draft.steps.map((step) => ({ ...step, request: ids.get(draft.numRequest) })),
    );
    if (rows.length === 0) return [];
    return await db.$queryRaw<StepRow[]>`
      INSERT INTO processing_steps (request_id, position, task_def_id, title_item_id, partner_id, status, runs_in_parallel,
        assigned_at, created_at, updated_at)
      SELECT request, position, "taskDefId", "titleItemId", "partnerId", status, "runsInParallel",
        CASE WHEN status = 'ASSIGNED' THEN ${now}::timestamptz END, ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(request int, position int, "taskDefId" int,
        "titleItemId" int, "partnerId" int, status text, "runsInParallel" boolean)
      RETURNING id, request_id, status, partner_id`;
  };

  /** The same lines that creating and submitting in the portal leave; what waits for its person is not submitted. */
  const history = async (
    drafts: readonly NumberedDraft[],
    ids: ReadonlyMap<string, number>,
    stepRows: readonly StepRow[],
    { importId, actorId, actorRole, now }: WriteContext,
  ): Promise<void> => {
    const draft = 'EN_COURS_DE_CREATION';
    const waiting = drafts.filter(({ agreement }) => agreement === 'WAITING');
    const submitted = drafts.filter(({ agreement }) => agreement !== 'WAITING');
    const rows = [
      ...drafts.map(({ numRequest }) => ({
        request: ids.get(numRequest),
        kind: 'CREATED',
        to: draft,
        detail: `import ${String(importId)}`,
      })),
      ...waiting.map(({ numRequest }) => ({
        request: ids.get(numRequest),
        kind: 'AGREEMENT',
        to: 'WAITING',
      })),
      ...submitted.map(({ numRequest }) => ({
        request: ids.get(numRequest),
        kind: 'SUBMITTED',
        from: draft,
        to: 'NOUVEAU',
      })),
      ...stepRows.map((step) => ({
        request: step.request_id,
        step: step.id,
        kind: 'ROUTED',
        to: step.status,
        detail: String(step.partner_id),
      })),
      ...submitted.flatMap(({ numRequest, status }) =>
        status === 'NOUVEAU'
          ? []
          : [{ request: ids.get(numRequest), kind: 'STATUS', from: 'NOUVEAU', to: status }],
      ),
    ];
    await db.$executeRaw`
      INSERT INTO history_events (request_id, step_id, kind, from_status, to_status, detail, actor_id, actor_role, at)
      SELECT request, step, kind, "from", "to", detail, ${actorId}::uuid, ${actorRole}, ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(request int, step int, kind text, "from" text, "to" text,
        detail text)`;
  };

  return {
    /** Writes the requests with their services, steps and history. Returns their ids by number. */
    async insert(
      drafts: readonly NumberedDraft[],
      context: WriteContext,
    ): Promise<ReadonlyMap<string, number>> {
      const ids = await requests(drafts, context);
      await services(drafts, ids);
      const stepRows = await steps(drafts, ids, context.now);
      await history(drafts, ids, stepRows, context);
      return ids;
    },
  };
}
