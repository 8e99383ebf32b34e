import type { Lang, RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { leadingStep, presentRequest } from './requests.presenter.ts';
import { requestsRepository } from './requests.repository.ts';
import { routingRepository } from './routing.repository.ts';

/** Every step of the requests, for an agent: a beneficiary's abilities do not depend on them. */
export async function workFor(
  db: Db,
  actor: Actor,
  requestIds: readonly number[],
): Promise<Map<number, StepWork[]>> {
  return actor.role === 'PARTENAIRE' ? await routingRepository(db).workOn(requestIds) : new Map();
}

/** One request as the actor may see it. @throws ApiError NOT_FOUND when it is absent, deleted or not theirs */
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
  const work = await workFor(db, actor, [id]);
  return presentRequest(row, leadingStep(row.steps), 0, reading, work.get(id) ?? []);
}
