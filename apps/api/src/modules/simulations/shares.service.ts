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

/** Links to the figures of a simulation, without personal data. The address is returned once; only its hash is stored. */
export function sharesService({ db, clock, limits, settings }: SharesDeps) {
  const repository = sharesRepository(db);
  return {
    /**
     * Creates a link to a simulation of the actor, which replaces the earlier link.
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

    /** @throws ApiError NOT_FOUND also when there is no link */
    async takeBack(actor: Actor, id: number): Promise<void> {
      if (!(await repository.remove(actor, id))) throw new ApiError('NOT_FOUND');
    },

    /**
     * Returns the simulation of a link; null when the link has expired, was removed, never existed, or its owner is
     * suspended.
     */
    async find(token: string): Promise<SharedRow | null> {
      return tokenForm.test(token) ? await repository.find(hashOf(token), clock.now()) : null;
    },

    async forgetEnded(): Promise<void> {
      await repository.removeEnded(clock.now());
    },
  };
}
