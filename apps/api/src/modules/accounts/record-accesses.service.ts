import { wireDateTime, type Lang, type RecordAccessView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { nameOf } from '../partners/index.ts';
import { accessesOfPersonRepository } from './record-accesses.repository.ts';

/** Accesses to the actor's requests. They show the organisation and a first name, as messages do. */
export function recordAccessesService({ db }: Pick<Deps, 'db'>) {
  return {
    async list(
      actor: Actor,
      page: { page: number; size: number },
      lang: Lang,
    ): Promise<{ accesses: RecordAccessView[]; total: number }> {
      const { rows, total } = await accessesOfPersonRepository(db).list(actor.userId, page);
      return {
        accesses: rows.map(({ id, lastAt, times, kind, partner, agent, keyId, request }) => ({
          id,
          at: wireDateTime(lastAt),
          times,
          kind,
          organisation: nameOf(partner, lang),
          agent: agent?.prenom ?? null,
          isBySystem: keyId !== null,
          requestId: request.id,
          numRequest: request.numRequest,
        })),
        total,
      };
    },
  };
}
