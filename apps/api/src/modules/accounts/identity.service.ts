import type { BodyOf, uploadIdentity } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { isSelf } from '../../policies/account.ts';
import { dateOfDay } from './date-of-day.ts';
import { identityRepository } from './identity.repository.ts';
import { usersRepository } from './users.repository.ts';

export type IdentityDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'files'>;

/** For so long after sign-up the random user id alone is enough to hand the paper in. */
const withoutSessionMs = 30 * 60 * 1000;

/** Identity papers of beneficiaries. */
export function identityService(deps: IdentityDeps) {
  const { clock, files, limits, log } = deps;
  return {
    /**
     * Keeps the picture of the paper. Without a session: once, within 30 minutes of sign-up. With one: one's own,
     * and a newer picture takes the place of the older. An id of nobody, of an agent or of somebody else is not found.
     * @throws ApiError NOT_FOUND, ALREADY_UPLOADED, TOO_MANY_REQUESTS, QUOTA_EXCEEDED
     */
    async upload(
      info: BodyOf<typeof uploadIdentity>['info'],
      file: Upload | undefined,
      caller: { actor: Actor | null; address: string },
    ): Promise<void> {
      const { actor, address } = caller;
      if (!file) throw invalidField('file', 'fileRequired');
      if (actor) await limits.consume('upload', { account: actor.userId });
      else await limits.consume('identityUpload', { address });
      if (actor && !isSelf(actor, info.userId)) throw new ApiError('NOT_FOUND');
      await inTransaction(deps.db, async (tx) => {
        const users = usersRepository(tx);
        const papers = identityRepository(tx);
        await users.lock(info.userId);
        const user = await users.find(info.userId);
        if (user?.role !== 'BENEFICIAIRE' || user.disabledAt) throw new ApiError('NOT_FOUND');
        const age = clock.now().getTime() - user.createdAt.getTime();
        if (!actor && age > withoutSessionMs) throw new ApiError('NOT_FOUND');
        const earlier = await papers.fileOf(user.id);
        if (!actor && earlier) throw new ApiError('ALREADY_UPLOADED');
        const stored = await files.save(tx, file, user.id);
        const idExpirationDate = dateOfDay(info.idExpirationDate);
        await papers.attach(
          user.id,
          { typeIdentity: info.typeIdentity, idExpirationDate },
          stored.id,
        );
        if (earlier) await files.remove(tx, earlier);
      });
      log.info({ event: 'identity paper received', userId: info.userId, address });
    },
  };
}
