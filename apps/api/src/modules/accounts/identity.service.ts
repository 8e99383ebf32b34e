import type { BodyOf, Endpoints } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { isSelf } from '../../policies/account.ts';
import { dateOfDay } from './date-of-day.ts';
import { identityRepository } from './identity.repository.ts';
import { usersRepository } from './users.repository.ts';

export type IdentityDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'files'>;

/** For this time after sign-up, the random user id alone authorises the upload. */
const withoutSessionMs = 30 * 60 * 1000;

export function identityService(deps: IdentityDeps) {
  const { clock, db, files, log } = deps;

  /**
   * The pictures that new ones would replace.
   * @throws ApiError NOT_FOUND, ALREADY_UPLOADED when this caller may not upload for this account
   */
  async function earlierPaper(
    handle: Db,
    userId: string,
    actor: Actor | null,
  ): Promise<{ id: number }[]> {
    const user = await usersRepository(handle).find(userId);
    if (user?.role !== 'BENEFICIAIRE' || user.disabledAt) throw new ApiError('NOT_FOUND');
    const age = clock.now().getTime() - user.createdAt.getTime();
    if (!actor && age > withoutSessionMs) throw new ApiError('NOT_FOUND');
    const earlier = await identityRepository(handle).filesOf(user.id);
    if (!actor && earlier.length > 0) throw new ApiError('ALREADY_UPLOADED');
    return earlier;
  }

  return {
    /**
     * Stores the picture of the paper, and for a card optionally that of its back. Without a session: once, within 30
     * minutes of sign-up. With a session: only for the actor, and it replaces both sides of an earlier paper. Unknown
     * ids, agents and other people are not found.
     * @throws ApiError NOT_FOUND, ALREADY_UPLOADED, TOO_MANY_REQUESTS, QUOTA_EXCEEDED; INVALID_INPUT for the back of a
     * paper without one
     */
    async upload(
      info: BodyOf<Endpoints['uploadIdentity']>['info'],
      { file, back }: { file: Upload | undefined; back: Upload | undefined },
      caller: { actor: Actor | null; address: string },
    ): Promise<void> {
      const { actor, address } = caller;
      if (!file) throw invalidField('file', 'fileRequired');
      if (back && info.typeIdentity !== 'cin') throw invalidField('back', 'invalid');
      if (actor && !isSelf(actor, info.userId)) throw new ApiError('NOT_FOUND');
      // Checked before the files are stored, and again under the account's lock.
      await earlierPaper(db, info.userId, actor);
      const sides = back ? [file, back] : [file];
      await files.store(db, { ownerId: info.userId }, sides, (stored) =>
        inTransaction(db, async (tx) => {
          await usersRepository(tx).lock(info.userId);
          const earlier = await earlierPaper(tx, info.userId, actor);
          const fileIds: number[] = [];
          for (const bytes of stored) fileIds.push((await files.keep(tx, bytes)).id);
          const [front, backId = null] = fileIds;
          if (front === undefined) throw new Error('The picture was not stored');
          const idExpirationDate = dateOfDay(info.idExpirationDate);
          await identityRepository(tx).attach(
            info.userId,
            { typeIdentity: info.typeIdentity, idExpirationDate },
            front,
            backId,
          );
          for (const picture of earlier) await files.remove(tx, picture);
        }),
      );
      log.info({ event: 'account.identity_document_received', userId: info.userId, address });
    },
  };
}
