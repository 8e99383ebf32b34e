import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { codesSql, type Db } from '../../platform/database/db.ts';
import { kept } from '../../platform/database/kept.ts';
import type { StatusChange, StepDeadline } from '../../rules/step-deadline.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { Holidays } from '../../rules/working-days.ts';

/** A step with what its clock is read from, and how it is stored. */
export interface ClockRow {
  readonly id: number;
  readonly requestId: number;
  readonly status: StepStatus;
  readonly requestStatus: RequestStatus;
  readonly assignedAt: Date | null;
  readonly days: number;
  /** Instants in milliseconds. */
  readonly documents: readonly { readonly from: number; readonly until: number | null }[];
  readonly changes: readonly (Omit<StatusChange, 'at'> & { readonly at: number })[];
  /** As it is stored; `YYYY-MM-DD`. */
  readonly dueOn: string | null;
  readonly daysLeft: number | null;
  /** The same in every row: read with them, a change of a step costs a statement less. */
  readonly holidays: readonly string[];
}

const atWork = codesSql(atWorkStepStatuses);
const millis = (column: string): Prisma.Sql =>
  Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

const rowsSql = Prisma.sql`
  SELECT s.id, s.request_id AS "requestId", s.status::text AS status, r.status::text AS "requestStatus",
    s.assigned_at AS "assignedAt", s.days, s.due_on::text AS "dueOn", s.days_left AS "daysLeft",
    coalesce((SELECT json_agg(json_build_object('from', ${millis('d.requested_at')},
        'until', CASE WHEN d.file_id IS NOT NULL THEN ${millis('d.uploaded_at')} END))
      FROM step_documents d WHERE d.step_id = s.id), '[]') AS documents,
    (SELECT coalesce(json_agg(f.string_1), '[]') FROM reference_items f
      WHERE f.parent = 'JOURS_FERIES' AND f.active AND f.string_1 IS NOT NULL) AS holidays,
    coalesce((SELECT json_agg(json_build_object('of', CASE WHEN h.step_id IS NULL THEN 'request' ELSE 'step' END,
        'from', h.from_status, 'to', h.to_status, 'at', ${millis('h.at')}) ORDER BY h.id)
      FROM history_events h WHERE h.request_id = s.request_id AND h.at >= s.assigned_at
        AND (h.kind = 'STATUS' OR (h.kind = 'STEP_STATUS' AND h.step_id = s.id))), '[]') AS changes
  FROM processing_steps s JOIN requests r ON r.id = s.request_id`;
const isKept = Prisma.sql`(s.status IN (${atWork}) OR s.due_on IS NOT NULL OR s.days_left IS NOT NULL)`;

/** The steps of a request with what their clocks are read from, those too whose turn has not come; instants are text in JSON. */
export function clockRowsSql(requestId: number): Prisma.Sql {
  return Prisma.sql`${rowsSql} WHERE (${isKept} OR s.status = 'NOT_STARTED') AND s.request_id = ${requestId}`;
}

/** Deadlines of steps in the database. */
export function deadlinesRepository(db: Db) {
  const rows = async (which: Prisma.Sql, limit: Prisma.Sql): Promise<ClockRow[]> =>
    await db.$queryRaw<ClockRow[]>`${rowsSql} WHERE ${isKept} AND ${which} ORDER BY s.id ${limit}`;

  return {
    /** The days of JOURS_FERIES that are in force. */
    async holidays(): Promise<Holidays> {
      return await kept(db, 'holidays', async (from) => {
        const items = await from.referenceItem.findMany({
          where: { parent: 'JOURS_FERIES', active: true },
          select: { string_1: true },
        });
        return new Set(items.flatMap(({ string_1 }) => string_1 ?? []));
      });
    },

    /** Those of the requests' steps that have a deadline, or should have one. */
    async ofRequests(requestIds: readonly number[]): Promise<ClockRow[]> {
      return await rows(Prisma.sql`s.request_id = ANY(${[...requestIds]}::int[])`, Prisma.empty);
    },

    /** The same of all requests, by id, `limit` at a time. */
    async after(id: number, limit: number): Promise<ClockRow[]> {
      return await rows(Prisma.sql`s.id > ${id}`, Prisma.sql`LIMIT ${limit}`);
    },

    /** How many steps {@link after} gives, all in all. */
    async count(): Promise<number> {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM processing_steps s WHERE ${isKept}`;
      return row?.count ?? 0;
    },

    async lock(requestIds: readonly number[]): Promise<void> {
      await db.$queryRaw`
        SELECT id FROM requests WHERE id = ANY(${[...requestIds]}::int[]) ORDER BY id FOR UPDATE`;
    },

    /** No new version of the step: what its form shows is the same. */
    async write(deadlines: readonly (StepDeadline & { readonly id: number })[]): Promise<void> {
      if (deadlines.length === 0) return;
      await db.$executeRaw`
        UPDATE processing_steps s SET due_on = d."dueOn", days_left = d."daysLeft"
        FROM json_to_recordset(${JSON.stringify(deadlines)}::json) AS d(id int, "dueOn" date, "daysLeft" smallint)
        WHERE s.id = d.id AND s.id = ANY(${deadlines.map(({ id }) => id)}::int[])`;
    },

    /** Working days of tasks and services, where the reference data say them. */
    async allotted(
      taskDefIds: readonly number[],
      itemIds: readonly number[],
    ): Promise<{ tasks: Map<number, number>; services: Map<number, number> }> {
      const found = await db.$queryRaw<{ kind: 'task' | 'service'; id: number; days: number }[]>`
        SELECT 'task' AS kind, id, days FROM task_defs WHERE id = ANY(${[...taskDefIds]}::int[]) AND days IS NOT NULL
        UNION ALL
        SELECT 'service', id, days FROM reference_items WHERE id = ANY(${[...itemIds]}::int[]) AND days IS NOT NULL`;
      const of = (kind: string): Map<number, number> =>
        new Map(found.filter((row) => row.kind === kind).map(({ id, days }) => [id, days]));
      return { tasks: of('task'), services: of('service') };
    },
  };
}
