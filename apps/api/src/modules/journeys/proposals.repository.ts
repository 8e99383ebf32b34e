import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';

/** The answers that stand, as they are kept, and what was put aside since they were given. */
export interface AnsweredSurvey {
  readonly profil: string | null;
  /** Comma-joined codes. */
  readonly lookingFor: string;
  readonly projectIdea: string;
  readonly projectMaturity: string | null;
  readonly expectedNumberOfJobs: string | null;
  readonly investmentAmount: string | null;
  readonly revenueOfProject: string | null;
  readonly numberOfJobs: string | null;
  readonly revenue: string | null;
  readonly dismissed: readonly string[];
}

export function proposalsRepository(db: Db) {
  return {
    /** The survey that stands; undefined where none was answered. */
    async survey(userId: string): Promise<AnsweredSurvey | undefined> {
      const [row] = await readRows<AnsweredSurvey>(
        db,
        'the answers of a survey',
        Prisma.sql`
          SELECT p.code AS profil, q.looking_for AS "lookingFor", q.project_idea AS "projectIdea",
            q.project_maturity AS "projectMaturity", q.expected_number_of_jobs AS "expectedNumberOfJobs",
            q.investment_amount AS "investmentAmount", q.revenue_of_project AS "revenueOfProject",
            q.number_of_jobs AS "numberOfJobs", q.revenue,
            ARRAY(SELECT d.code FROM dismissed_proposals d
              WHERE d.user_id = q.user_id AND d.dismissed_at >= q.created_at) AS dismissed
          FROM qualifications q
          JOIN users u ON u.id = q.user_id
          LEFT JOIN reference_items p ON p.id = u.profil_id
          WHERE q.user_id = ${userId}::uuid AND q.replaced_at IS NULL`,
      );
      return row;
    },

    /** By the database's clock, as the answers are. */
    async dismiss(userId: string, code: string): Promise<void> {
      await db.$executeRaw`
        INSERT INTO dismissed_proposals (user_id, code) VALUES (${userId}::uuid, ${code})
        ON CONFLICT (user_id, code) DO UPDATE SET dismissed_at = now()`;
    },
  };
}
