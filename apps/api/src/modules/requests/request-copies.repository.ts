import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { DB as Tables } from '@wasl/db/tables';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

type Joined = Tables & {
  readonly s: Tables['processing_steps'];
  readonly r: Tables['requests'];
};
const eb = expressionBuilder<Joined, 's' | 'r'>();

/**
 * The values that a step copies from its request and documents, computed from the originals
 * (docs/decisions/0020-copies-and-counts-on-steps.md).
 */
const originals = {
  request_date: eb.ref('r.date_request'),
  request_is_shown: eb.fn<boolean>('step_is_shown', [
    'r.status',
    'r.agreement',
    's.status',
    's.processing_start_date',
  ]),
  request_is_suspended: eb.fn<boolean>('request_is_suspended', ['r.status']),
  awaits_documents: sql<boolean>`exists ${eb
    .selectFrom('step_documents as d')
    .whereRef('d.step_id', '=', 's.id')
    .where('d.file_id', 'is', null)
    .select('d.id')}`,
};
const differs = sql<SqlBool>`(${sql.join([
  eb.ref('s.request_date'),
  eb.ref('s.request_is_shown'),
  eb.ref('s.request_is_suspended'),
  eb.ref('s.awaits_documents'),
])}) is distinct from (${sql.join(Object.values(originals))})`;
const differing = build
  .selectFrom('processing_steps as s')
  .innerJoin('requests as r', 'r.id', 's.request_id')
  .where(differs);

export interface DifferingStep {
  readonly id: number;
  readonly numRequest: string;
}

/** Checks and repairs the copies independently of the triggers that maintain them. */
export function requestCopiesRepository(db: Db) {
  return {
    /** Returns at most `most` of the differing steps, by id. It reads every step. */
    async differing(most: number): Promise<DifferingStep[]> {
      const query = differing
        .select(['s.id', 'r.num_request as numRequest'])
        .orderBy('s.id')
        .limit(most);
      return await rows(db, query);
    },

    /** Corrects every differing step under the lock of its request. @returns the number of corrected steps */
    async repair(): Promise<number> {
      const query = build
        .with('wrong', (part) =>
          part
            .selectFrom('requests as r')
            .where('r.id', 'in', differing.select('s.request_id'))
            .select('r.id')
            .orderBy('r.id')
            .forUpdate('r'),
        )
        .updateTable('processing_steps as s')
        .from('wrong as w')
        .innerJoin('requests as r', 'r.id', 'w.id')
        .set(originals)
        .whereRef('s.request_id', '=', 'w.id')
        .where(differs)
        .returning('s.id');
      return (await rows(db, query)).length;
    },
  };
}
