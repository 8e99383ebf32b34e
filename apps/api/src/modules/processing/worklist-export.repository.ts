import { dayOf } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { worklistSteps, type WorklistFilter } from './worklist-filter.repository.ts';
import { exportedStep, readAged, type ExportedStep } from './worklist-rows.repository.ts';

/**
 * Yields every row once, newest requests first, with `batch` rows in memory. No connection is used between batches, so
 * a slow reader blocks none.
 */
export async function* exportedSteps(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
  batch: number,
): AsyncGenerator<ExportedStep[]> {
  let left = worklistSteps(actor, filter, dayOf(now));
  for (;;) {
    const page = left
      .select(['s.id', 's.request_date as at'])
      .orderBy('s.request_date', 'desc')
      .orderBy('s.id', 'desc')
      .limit(batch);
    const listed = build
      .selectFrom(page.as('p'))
      .innerJoin('processing_steps as s', 's.id', 'p.id')
      .orderBy('p.at', 'desc')
      .orderBy('p.id', 'desc')
      .select(exportedStep);
    const query = build.selectFrom(listed.as('t')).select(({ fn }) => fn.toJson('t').as('row'));
    const found = await read(db, 'an export of the worklist', query, 'report');
    const rows = found.map(({ row }) => readAged(row));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batch) return;
    left = worklistSteps(actor, filter, dayOf(now)).where((eb) =>
      eb(
        eb.refTuple('s.request_date', 's.id'),
        '<',
        eb.tuple(new Date(last.request.dateRequest), last.id),
      ),
    );
  }
}
