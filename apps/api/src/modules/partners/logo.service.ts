import { maxLogoBytes, maxLogoSide, type Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile, invalidField } from '../../platform/http/api-error.ts';
import { pictureSize } from '../../platform/http/file-kind.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import type { StoredBytes } from '../../platform/storage/files.ts';
import { canOnOrganisation } from '../../policies/organisation.ts';
import { logoRepository } from './logo.repository.ts';
import { logoAddress, presentOrganisationNow } from './partners.presenter.ts';
import { partnersRepository } from './partners.repository.ts';

export type LogoDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files'>;

interface Caller {
  readonly actor: Actor;
  readonly lang: Lang;
}

/** @throws ApiError LOGO_TOO_LARGE; LOGO_DIMENSIONS also for a picture without a readable size */
async function requireSmallPicture(upload: Upload): Promise<void> {
  if (upload.size > maxLogoBytes) throw new ApiError('LOGO_TOO_LARGE');
  const size = await pictureSize(upload.path, upload.size);
  const sides = size ? [size.width, size.height] : [0];
  if (sides.some((side) => side < 1 || side > maxLogoSide)) throw new ApiError('LOGO_DIMENSIONS');
}

/** The logo of an organisation: its agents change it, and everyone sees it. */
export function logoService({ db, log, files }: LogoDeps) {
  /** Refuses a change when the caller saw another logo. Call it with the organisation locked. */
  async function requireSeen(tx: Db, { actor, lang }: Caller, id: number, replaces: string) {
    const partner = await partnersRepository(tx).find(id);
    if (!partner) throw new ApiError('NOT_FOUND');
    if (replaces === (partner.logo === null ? '' : logoAddress(partner.logo.key))) return;
    const change = await logoRepository(tx).origin(id);
    const now = presentOrganisationNow(partner, change, { actor, lang });
    throw changedMeanwhile('PROFILE_CHANGED', now);
  }

  /** Replaces the logo and deletes the earlier file. */
  async function change(
    caller: Caller,
    id: number,
    bytes: StoredBytes | null,
    replaces: string | undefined,
  ): Promise<string | null> {
    const { actor } = caller;
    const key = await inTransaction(db, async (tx) => {
      await partnersRepository(tx).lock(id);
      if (replaces !== undefined) await requireSeen(tx, caller, id, replaces);
      const stored = bytes === null ? null : await files.keep(tx, bytes);
      const earlier = await logoRepository(tx).replace(id, stored?.id ?? null);
      if (earlier) await files.remove(tx, earlier);
      return stored?.key ?? null;
    });
    log.info({
      event: key === null ? 'organisation.logo_removed' : 'organisation.logo_changed',
      userId: actor.userId,
      partnerId: id,
    });
    return key;
  }

  return {
    /**
     * Uploads a logo. Other organisations are not found.
     * @param replaces address of the logo that the caller saw; not compared when absent
     * @returns the random name
     * @throws ApiError NOT_FOUND, PROFILE_CHANGED, LOGO_TOO_LARGE, LOGO_DIMENSIONS, QUOTA_EXCEEDED, TOO_MANY_REQUESTS
     */
    async upload(
      caller: Caller,
      id: number,
      upload: Upload | undefined,
      replaces: string | undefined,
    ): Promise<string> {
      const { actor } = caller;
      if (!canOnOrganisation(actor, 'update', { id })) throw new ApiError('NOT_FOUND');
      if (!upload) throw invalidField('file', 'fileRequired');
      await requireSmallPicture(upload);
      const key = await files.store(db, { ownerId: actor.userId }, [upload], ([bytes]) =>
        change(caller, id, bytes, replaces),
      );
      return key ?? '';
    },

    /** @throws ApiError NOT_FOUND for another organisation, PROFILE_CHANGED */
    async remove(caller: Caller, id: number, replaces: string | undefined): Promise<void> {
      if (!canOnOrganisation(caller.actor, 'update', { id })) throw new ApiError('NOT_FOUND');
      await change(caller, id, null, replaces);
    },

    /** Returns the picture with a neutral file name, which hides the owner's. @throws ApiError NOT_FOUND */
    async read(key: string): Promise<BinaryReply> {
      const file = await logoRepository(db).find(key);
      if (!file) throw new ApiError('NOT_FOUND');
      const reply = await files.reply(file);
      return { ...reply, fileName: `logo.${file.mimeType.replace('image/', '')}` };
    },
  };
}
