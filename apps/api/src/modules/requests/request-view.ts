import type { Lang, RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { leadingStep, presentRequest } from './requests.presenter.ts';
import { requestsRepository } from './requests.repository.ts';

/**
 * Returns a request as the actor may see it.
 * @throws ApiError NOT_FOUND when it is absent, deleted or hidden from the actor
 */
export async function viewRequest(
  db: Db,
  actor: Actor,
  id: number,
  lang: Lang,
  now: Date,
): Promise<RequestView> {
  const row = await requestsRepository(db).find(actor, id);
  if (row === undefined) throw new ApiError('NOT_FOUND');
  const labels = await loadStatusLabels(db);
  const reading = { actor, lang, now, labels };
  return presentRequest(row, leadingStep(row.steps), 0, reading, row.work);
}
