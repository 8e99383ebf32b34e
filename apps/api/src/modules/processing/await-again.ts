import type { Db } from '../../platform/database/db.ts';
import { updateDeadlines, requestWrites } from '../requests/index.ts';
import { processingRepository } from './processing.repository.ts';

/** Asks again for a document whose file has a virus. The step then waits for the person, and its clock stops. */
export async function awaitAgain(
  tx: Db,
  requestId: number,
  fileId: number,
  now: Date,
): Promise<void> {
  await requestWrites(tx).lock(requestId);
  await processingRepository(tx).expectAgain(fileId, now);
  await updateDeadlines(tx, [requestId], now);
}
