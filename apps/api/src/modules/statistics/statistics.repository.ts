import { openAges, type OpenAge } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { codesSql, type Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import type { Labelled } from '../reference/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import { delay as days, isClosed, isReceived, seen } from './counted-steps.repository.ts';

/** What is counted: instants, the first included and the last not. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
  /** Where each month of the period begins, in order; the first is `start`. */
  readonly months: readonly Date[];
}

/** The figures of one organisation as the statement answers them. `month` counts from 0. */
export interface Figures {
  readonly received: number;
  readonly closed: number;
  readonly medianDays: number | null;
  readonly p90Days: number | null;
  readonly open: Readonly<Record<OpenAge, number>>;
  readonly months: readonly { month: number; received: number; closed: number }[];
  readonly services: readonly {
    service: Labelled;
    received: number;
    closed: number;
    medianDays: number | null;
    open: number;
  }[];
  readonly colleagues: readonly { name: string | null; closed: number }[];
  /** How many ratings had 1, 2 … 5 stars. */
  readonly stars: readonly number[];
  readonly words: readonly {
    stars: number;
    text: string;
    at: string;
    numRequest: string;
    stepId: number;
  }[];
}

/** The newest ratings that come along with their words. */
const newestWords = 20;
const dayMs = 24 * 60 * 60 * 1000;
/** An open step that came after so many days ago is of that age, else of the next one. */
const ageDays = [8, 16, 32] as const;

const atWork = codesSql(atWorkStepStatuses);
const median = Prisma.sql`percentile_disc(0.5) WITHIN GROUP (ORDER BY days)`;

export function statisticsRepository(db: Db) {
  return {
    /**
     * All of an organisation's figures in one statement: every part reads the same rows, at one moment. What came and what ended is read
     * from the indexes of those days, so a month costs a month's rows. A step whose request its agents do not see is not counted.
     */
    async figures(partnerId: number, { start, end, months }: Period, now: Date): Promise<Figures> {
      const since = ageDays.map((count) => new Date(now.getTime() - count * dayMs)).reverse();
      const [row] = await readRows<{ figures: Figures }>(
        db,
        'the figures of an organisation',
        Prisma.sql`
        WITH received AS MATERIALIZED (
          SELECT s.title_item_id AS service_id, width_bucket(s.assigned_at, ${months}::timestamptz[]) - 1 AS month
          FROM processing_steps s ${seen}
          WHERE s.partner_id = ${partnerId} AND ${isReceived} AND s.assigned_at >= ${start} AND s.assigned_at < ${end}
        ), closed AS MATERIALIZED (
          SELECT s.id, s.request_id, s.title_item_id AS service_id, ${days} AS days,
            width_bucket(s.processed_at, ${months}::timestamptz[]) - 1 AS month
          FROM processing_steps s ${seen}
          WHERE s.partner_id = ${partnerId} AND ${isClosed}
            AND s.processed_at >= ${start} AND s.processed_at < ${end}
        ), at_work AS MATERIALIZED (
          SELECT s.title_item_id AS service_id, width_bucket(s.assigned_at, ${since}::timestamptz[]) AS age
          FROM processing_steps s ${seen}
          WHERE s.partner_id = ${partnerId} AND s.status IN (${atWork})
        ), rated AS MATERIALIZED (
          SELECT g.beneficiary_rating AS stars, g.beneficiary_feedback AS text, g.created_at AS at, s.id AS step_id,
            r.num_request
          FROM ratings g JOIN processing_steps s ON s.id = g.step_id ${seen}
          WHERE s.partner_id = ${partnerId} AND g.created_at >= ${start} AND g.created_at < ${end}
        ), closers AS (
          SELECT (SELECT h.actor_id FROM history_events h
            WHERE h.request_id = c.request_id AND h.step_id = c.id AND h.kind = 'STEP_STATUS' AND h.to_status = 'PROCESSED'
            ORDER BY h.id DESC LIMIT 1) AS user_id
          FROM closed c
        )
        SELECT json_build_object(
          'received', (SELECT count(*) FROM received),
          'closed', (SELECT count(*) FROM closed),
          'medianDays', (SELECT ${median} FROM closed),
          'p90Days', (SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY days) FROM closed),
          'open', (SELECT json_build_object(${Prisma.raw(
            // The newest age is the last of the buckets.
            openAges
              .map(
                (age, i) => `'${age}', count(*) FILTER (WHERE age = ${String(ageDays.length - i)})`,
              )
              .join(', '),
          )}) FROM at_work),
          'months', (SELECT coalesce(json_agg(m), '[]') FROM (
            SELECT month, sum(received)::int AS received, sum(closed)::int AS closed FROM (
              SELECT month, count(*) AS received, 0 AS closed FROM received GROUP BY 1
              UNION ALL SELECT month, 0, count(*) FROM closed GROUP BY 1
            ) AS both_kinds GROUP BY month) AS m),
          'services', (SELECT coalesce(json_agg(v ORDER BY v.closed + v.received + v.open DESC, v.id), '[]') FROM (
            SELECT i.id, json_build_object('code', i.code, 'libelleFr', i.libelle_fr, 'libelleEn', i.libelle_en,
                'libelleAr', i.libelle_ar, 'libelleEs', i.libelle_es) AS service, sum(received)::int AS received, sum(closed)::int AS closed,
              max("medianDays") AS "medianDays", sum(open)::int AS open FROM (
              SELECT service_id, count(*) AS received, 0 AS closed, NULL::int AS "medianDays", 0 AS open FROM received GROUP BY 1
              UNION ALL SELECT service_id, 0, count(*), ${median}, 0 FROM closed GROUP BY 1
              UNION ALL SELECT service_id, 0, 0, NULL, count(*) FROM at_work GROUP BY 1
            ) AS kinds JOIN reference_items i ON i.id = service_id GROUP BY i.id) AS v),
          'colleagues', (SELECT coalesce(json_agg(w ORDER BY w.closed DESC, w.name), '[]') FROM (
            SELECT nullif(trim(u.prenom || ' ' || u.nom), '') AS name, count(*)::int AS closed
            FROM closers c LEFT JOIN users u ON u.id = c.user_id GROUP BY c.user_id, u.prenom, u.nom) AS w),
          'stars', (SELECT json_build_array(${Prisma.raw(
            [1, 2, 3, 4, 5]
              .map((stars) => `count(*) FILTER (WHERE stars = ${String(stars)})`)
              .join(', '),
          )}) FROM rated),
          'words', (SELECT coalesce(json_agg(w ORDER BY w.at DESC, w."stepId" DESC), '[]') FROM (
            SELECT stars, text, at, num_request AS "numRequest", step_id AS "stepId" FROM rated
            ORDER BY at DESC, step_id DESC LIMIT ${newestWords}) AS w)
        ) AS figures`,
        'report',
      );
      if (row === undefined) throw new Error('The statement of figures answers one row');
      return row.figures;
    },
  };
}
