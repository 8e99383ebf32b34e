import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { DB as Tables } from '@wasl/db/tables';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

type Joined = Tables & {
  readonly s: Tables['processing_steps'];
  readonly r: Tables['requests'];
};
const eb = expressionBuilder<Joined, 's' | 'r'>();

/** What a step keeps of its request and of its documents (docs/decisions, 83 and 85), as it should keep it. */
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

/** A step that says something else of its request or its documents than they do. */
export interface DifferingStep {
  readonly id: number;
  readonly numRequest: string;
}

/** What steps keep of their requests and documents, looked at from outside of the triggers that keep it. */
export function requestCopiesRepository(db: Db) {
  return {
    /** At most `most` of the steps that differ, by their ids. Reads every step. */
    async differing(most: number): Promise<DifferingStep[]> {
      const query = differing
        .select(['s.id', 'r.num_request as numRequest'])
        .orderBy('s.id')
        .limit(most);
      return await rows(db, query);
    },

    /** Sets them all right, under the locks of their requests; returns how many they were. */
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
