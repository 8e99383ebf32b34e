import { createHash, randomBytes } from 'node:crypto';

import { shareDays } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { sharesRepository, type SharedRow } from './shares.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** 192 random bits. */
const newToken = (): string => randomBytes(24).toString('base64url');
const tokenForm = /^[A-Za-z0-9_-]{32}$/;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

type SharesDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'settings'>;

/** Links that show the figures of a simulation and no person: the address is told once, and of it a hash is kept. */
export function sharesService({ db, clock, limits, settings }: SharesDeps) {
  const repository = sharesRepository(db);
  return {
    /**
     * A new link of one of the actor's own simulations; the one before opens nothing any more.
     * @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS
     */
    async share(actor: Actor, id: number): Promise<{ url: string; expiresAt: string }> {
      await limits.consume('simulation', { account: actor.userId });
      const token = newToken();
      const expiresAt = new Date(clock.now().getTime() + shareDays * dayMs);
      if (!(await repository.put(actor, id, hashOf(token), expiresAt)))
        throw new ApiError('NOT_FOUND');
      return { url: `${settings.publicUrl}/partage/${token}`, expiresAt: expiresAt.toISOString() };
    },

    /** @throws ApiError NOT_FOUND also where there is no link */
    async takeBack(actor: Actor, id: number): Promise<void> {
      if (!(await repository.remove(actor, id))) throw new ApiError('NOT_FOUND');
    },

    /** What stands behind a link; null for one that ended, was taken back, never was, or whose owner is suspended. */
    async find(token: string): Promise<SharedRow | null> {
      return tokenForm.test(token) ? await repository.find(hashOf(token), clock.now()) : null;
    },

    /** Lets go of links whose day is over. */
    async forgetEnded(): Promise<void> {
      await repository.removeEnded(clock.now());
    },
  };
}
