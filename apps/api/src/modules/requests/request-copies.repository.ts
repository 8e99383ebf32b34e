import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

const awaits = Prisma.sql`EXISTS (SELECT 1 FROM step_documents d WHERE d.step_id = s.id AND d.file_id IS NULL)`;
/** What a step keeps of its request and of its documents (docs/decisions, 83 and 85), and what it should keep. */
const copies = Prisma.sql`(s.request_date, s.request_is_shown, s.request_is_suspended, s.awaits_documents)`;
const isShown = Prisma.sql`step_is_shown(r.status, r.agreement, s.status, s.processing_start_date)`;
const originals = Prisma.sql`(r.date_request, ${isShown}, request_is_suspended(r.status), ${awaits})`;
const differing = Prisma.sql`processing_steps s JOIN requests r ON r.id = s.request_id WHERE ${copies} IS DISTINCT FROM ${originals}`;

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
      return await db.$queryRaw<DifferingStep[]>`
        SELECT s.id, r.num_request AS "numRequest" FROM ${differing} ORDER BY s.id LIMIT ${most}`;
    },

    /** Sets them all right, under the locks of their requests; returns how many they were. */
    async repair(): Promise<number> {
      return await db.$executeRaw`
        WITH wrong AS (
          SELECT r.id FROM requests r WHERE r.id IN (SELECT s.request_id FROM ${differing}) ORDER BY r.id FOR UPDATE OF r)
        UPDATE processing_steps s
        SET request_date = r.date_request, request_is_shown = ${isShown},
          request_is_suspended = request_is_suspended(r.status), awaits_documents = ${awaits}
        FROM wrong w JOIN requests r ON r.id = w.id
        WHERE s.request_id = w.id AND ${copies} IS DISTINCT FROM ${originals}`;
    },
  };
}
