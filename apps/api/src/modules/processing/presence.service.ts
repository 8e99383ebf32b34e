import { presenceEverySeconds } from '@wasl/contracts';

import { displayName } from '../../platform/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presenceRepository } from './presence.repository.ts';

/** Two turns, and a few seconds for a slow line. */
const keptMs = (2 * presenceEverySeconds + 10) * 1000;

/** Who has a file open: said, and never a lock. */
export function presenceService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = presenceRepository(db);
  return {
    /** @throws ApiError NOT_FOUND */
    async mark(actor: Actor, stepId: number): Promise<{ others: { name: string }[] }> {
      const now = clock.now();
      const others = await repository.mark(actor, stepId, now, new Date(now.getTime() - keptMs));
      if (others === undefined) throw new ApiError('NOT_FOUND');
      return { others: others.map((person) => ({ name: displayName(person) })) };
    },

    async leave(actor: Actor, stepId: number): Promise<void> {
      await repository.leave(actor.userId, stepId);
    },
  };
}
