import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { readRows } from '../../platform/reads.repository.ts';
import type { Labelled } from '../reference/index.ts';
import { delay, isClosed, isReceived, seen } from './counted-steps.repository.ts';

/** A cell of the public figures: the whole, a month (`YYYY-MM-01`) or a service. */
export interface CountedCell {
  readonly month: string | null;
  readonly service: Labelled | null;
  readonly received: number;
  readonly closed: number;
  readonly medianDays: number | null;
  readonly p90Days: number | null;
  /** How many ratings had 1, 2 … 5 stars. */
  readonly stars: readonly number[];
}

/** Days of Morocco and where each begins, in order. */
export interface CountedDays {
  readonly days: readonly string[];
  readonly starts: readonly Date[];
}

/** What came and what ended by day, organisation and service. */
export function dailyFiguresRepository(db: Db) {
  return {
    /** One process at a time counts; false for whoever finds another at it. Held to the end of the transaction. */
    async takeTurn(): Promise<boolean> {
      const [row] = await db.$queryRaw<{ locked: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended('daily figures', 0)) AS locked`;
      return row?.locked ?? false;
    },

    /** When the first step came to an organisation; null where none did. */
    async firstInstant(): Promise<Date | null> {
      const { _min } = await db.processingStep.aggregate({ _min: { assignedAt: true } });
      return _min.assignedAt;
    },

    async removeAll(): Promise<void> {
      await db.dailyFigures.deleteMany({});
    },

    /**
     * Counts every day anew and writes what differs: whatever became of a step (given up, taken back, its request gone), its old day
     * is counted with the others. Returns how many rows were written or taken away.
     */
    async count({ days, starts }: CountedDays): Promise<number> {
      const dayOf = (at: Prisma.Sql) =>
        Prisma.sql`(${[...days]}::date[])[width_bucket(${at}, ${[...starts]}::timestamptz[])]`;
      const stars = [1, 2, 3, 4, 5].map(
        (count) => Prisma.sql`(count(*) FILTER (WHERE stars = ${count}))::int`,
      );
      const [changed] = await db.$queryRaw<{ rows: number }[]>`
        WITH fresh AS MATERIALIZED (
          SELECT day, partner_id, service_id, (count(*) FILTER (WHERE kind = 'received'))::int AS received,
            (count(*) FILTER (WHERE kind = 'closed'))::int AS closed,
            coalesce(array_agg(days ORDER BY days) FILTER (WHERE days IS NOT NULL), '{}') AS delays,
            ARRAY[${Prisma.join(stars)}] AS stars
          FROM (
            SELECT 'received' AS kind, ${dayOf(Prisma.sql`s.assigned_at`)} AS day, s.partner_id,
              s.title_item_id AS service_id, NULL::int AS days, NULL::int AS stars
            FROM processing_steps s ${seen} WHERE ${isReceived} AND s.assigned_at IS NOT NULL
            UNION ALL
            SELECT 'closed', ${dayOf(Prisma.sql`s.processed_at`)}, s.partner_id, s.title_item_id, ${delay}, NULL
            FROM processing_steps s ${seen} WHERE ${isClosed} AND s.processed_at IS NOT NULL
            UNION ALL
            SELECT 'rated', ${dayOf(Prisma.sql`g.created_at`)}, s.partner_id, s.title_item_id, NULL, g.beneficiary_rating
            FROM ratings g JOIN processing_steps s ON s.id = g.step_id ${seen}
          ) AS counted WHERE day IS NOT NULL GROUP BY day, partner_id, service_id
        ), gone AS (
          DELETE FROM daily_figures d WHERE NOT EXISTS (
            SELECT 1 FROM fresh f WHERE (f.day, f.partner_id, f.service_id) = (d.day, d.partner_id, d.service_id))
          RETURNING 1
        ), written AS (
          INSERT INTO daily_figures AS d (day, partner_id, service_id, received, closed, delays, stars)
          SELECT day, partner_id, service_id, received, closed, delays, stars FROM fresh
          ON CONFLICT (day, partner_id, service_id) DO UPDATE SET received = excluded.received,
            closed = excluded.closed, delays = excluded.delays, stars = excluded.stars
          WHERE (d.received, d.closed, d.delays, d.stars)
            IS DISTINCT FROM (excluded.received, excluded.closed, excluded.delays, excluded.stars)
          RETURNING 1
        )
        SELECT ((SELECT count(*) FROM gone) + (SELECT count(*) FROM written))::int AS rows`;
      return changed?.rows ?? 0;
    },

    /** All organisations together between two days, both included: the whole, the months and the services, in one statement. */
    async cells(from: string, to: string): Promise<CountedCell[]> {
      const sets = Prisma.sql`GROUP BY GROUPING SETS ((), (month), (service_id))`;
      const stars = [1, 2, 3, 4, 5].map((count) => Prisma.sql`sum(stars[${count}::int])`);
      return await readRows<CountedCell>(
        db,
        'the public figures',
        Prisma.sql`
        WITH kept AS MATERIALIZED (
          SELECT to_char(day, 'YYYY-MM') AS month, service_id, received, closed, delays, stars
          FROM daily_figures WHERE day BETWEEN ${from}::date AND ${to}::date
        ), counts AS (
          SELECT month, service_id, sum(received)::int AS received, sum(closed)::int AS closed,
            ARRAY[${Prisma.join(stars)}]::int[] AS stars FROM kept ${sets}
        ), spans AS (
          SELECT month, service_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY days) AS median,
            percentile_disc(0.9) WITHIN GROUP (ORDER BY days) AS p90 FROM kept, unnest(delays) AS days ${sets}
        )
        SELECT c.month, coalesce(c.received, 0) AS received, coalesce(c.closed, 0) AS closed,
          p.median AS "medianDays", p.p90 AS "p90Days",
          ARRAY(SELECT coalesce(n, 0) FROM unnest(c.stars) WITH ORDINALITY AS given (n, place) ORDER BY place) AS stars,
          CASE WHEN i.id IS NOT NULL THEN json_build_object('code', i.code, 'libelleFr', i.libelle_fr,
            'libelleEn', i.libelle_en, 'libelleAr', i.libelle_ar, 'libelleEs', i.libelle_es) END AS service
        FROM counts c
        LEFT JOIN spans p ON p.month IS NOT DISTINCT FROM c.month AND p.service_id IS NOT DISTINCT FROM c.service_id
        LEFT JOIN reference_items i ON i.id = c.service_id
        ORDER BY c.month, c.closed DESC, i.id`,
        'heavy',
      );
    },
  };
}
