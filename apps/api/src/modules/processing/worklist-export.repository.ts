import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { worklistFrom, type WorklistFilter } from './worklist-filter.repository.ts';
import { exportedStep, type ExportedStep } from './worklist-rows.repository.ts';

/**
 * Every row, newest requests first, `batch` in memory at a time. No cursor is held between batches, so that a
 * slow reader keeps no connection; each row comes once.
 */
export async function* exportedSteps(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
  batch: number,
): AsyncGenerator<ExportedStep[]> {
  const from = worklistFrom(actor, filter, now);
  let after = Prisma.empty;
  for (;;) {
    const found = await readRows<{ row: Unread<ExportedStep> }>(
      db,
      'an export of the worklist',
      Prisma.sql`
      SELECT row_to_json(t) AS row FROM (
        SELECT ${exportedStep.columns} FROM (
          SELECT s.id, s.request_date AS at FROM ${from} ${after}
          ORDER BY s.request_date DESC, s.id DESC LIMIT ${batch}) AS p
        JOIN processing_steps s ON s.id = p.id ORDER BY p.at DESC, p.id DESC) AS t`,
      'report',
    );
    const rows = found.map(({ row }) => exportedStep.read(row));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batch) return;
    const at = last.request.dateRequest;
    after = Prisma.sql`
      AND (s.request_date, s.id) < (${at}, ${last.id})`;
  }
}
