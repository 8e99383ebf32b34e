import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, read, rows } from '../../platform/database/statements.repository.ts';

/** The answers of the current survey, and the proposals dismissed since then. */
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
    /** The current survey; undefined without answers. */
    async survey(userId: string): Promise<AnsweredSurvey | undefined> {
      const query = build
        .selectFrom('qualifications as q')
        .innerJoin('users as u', 'u.id', 'q.user_id')
        .leftJoin('reference_items as p', 'p.id', 'u.profil_id')
        .where('q.user_id', '=', userId)
        .where('q.replaced_at', 'is', null)
        .select((eb) => [
          'p.code as profil',
          'q.looking_for as lookingFor',
          'q.project_idea as projectIdea',
          'q.project_maturity as projectMaturity',
          'q.expected_number_of_jobs as expectedNumberOfJobs',
          'q.investment_amount as investmentAmount',
          'q.revenue_of_project as revenueOfProject',
          'q.number_of_jobs as numberOfJobs',
          'q.revenue',
          eb
            .fn<string[]>('array', [
              eb
                .selectFrom('dismissed_proposals as d')
                .whereRef('d.user_id', '=', 'q.user_id')
                .whereRef('d.dismissed_at', '>=', 'q.created_at')
                .select('d.code'),
            ])
            .as('dismissed'),
        ]);
      const [row] = await read(db, 'the answers of a survey', query);
      return row;
    },

    /** Uses the database's clock, as the answers do. */
    async dismiss(userId: string, code: string): Promise<void> {
      const query = build
        .insertInto('dismissed_proposals')
        .values({ user_id: userId, code })
        .onConflict((one) =>
          one.columns(['user_id', 'code']).doUpdateSet({ dismissed_at: sql<Date>`now()` }),
        );
      await rows(db, query);
    },
  };
}
