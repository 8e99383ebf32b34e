import type { Db } from '../../platform/database/db.ts';
import { keepDeadlines, requestWrites } from '../requests/index.ts';
import { processingRepository } from './processing.repository.ts';

/** Asks again for a document of a step whose file has a virus: the step is the person's move, and its clock stops. */
export async function awaitAgain(
  tx: Db,
  requestId: number,
  fileId: number,
  now: Date,
): Promise<void> {
  await requestWrites(tx).lock(requestId);
  await processingRepository(tx).expectAgain(fileId, now);
  await keepDeadlines(tx, [requestId], now);
}
