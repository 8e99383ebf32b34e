import { maxLogoBytes, maxLogoSide } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { pictureSize } from '../../platform/http/file-kind.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import type { StoredBytes } from '../../platform/storage/files.ts';
import { canOnOrganisation } from '../../policies/organisation.ts';
import { logoRepository } from './logo.repository.ts';
import { partnersRepository } from './partners.repository.ts';

export type LogoDeps = Pick<Deps, 'db' | 'log' | 'limits' | 'files'>;

/** @throws ApiError LOGO_TOO_LARGE, LOGO_DIMENSIONS also where the picture does not say its size */
async function requireSmallPicture(upload: Upload): Promise<void> {
  if (upload.size > maxLogoBytes) throw new ApiError('LOGO_TOO_LARGE');
  const size = await pictureSize(upload.path, upload.size);
  const sides = size ? [size.width, size.height] : [0];
  if (sides.some((side) => side < 1 || side > maxLogoSide)) throw new ApiError('LOGO_DIMENSIONS');
}

/** The logo of an organisation: changed by its agents, shown to everyone. */
export function logoService({ db, log, limits, files }: LogoDeps) {
  /** Puts the file in the place of the earlier one, which goes. */
  async function change(
    actor: Actor,
    id: number,
    bytes: StoredBytes | null,
  ): Promise<string | null> {
    const key = await inTransaction(db, async (tx) => {
      await partnersRepository(tx).lock(id);
      const stored = bytes === null ? null : await files.keep(tx, bytes, actor.userId);
      const earlier = await logoRepository(tx).replace(id, stored?.id ?? null);
      if (earlier) await files.remove(tx, earlier);
      return stored?.key ?? null;
    });
    log.info({
      event: key === null ? 'logo removed' : 'logo changed',
      userId: actor.userId,
      partnerId: id,
    });
    return key;
  }

  return {
    /**
     * Another organisation's is as good as absent. Returns the opaque name.
     * @throws ApiError NOT_FOUND, LOGO_TOO_LARGE, LOGO_DIMENSIONS, QUOTA_EXCEEDED, TOO_MANY_REQUESTS
     */
    async upload(actor: Actor, id: number, upload: Upload | undefined): Promise<string> {
      if (!canOnOrganisation(actor, 'update', { id })) throw new ApiError('NOT_FOUND');
      if (!upload) throw invalidField('file', 'fileRequired');
      await limits.consume('upload', { account: actor.userId });
      await requireSmallPicture(upload);
      const key = await files.store(db, actor.userId, [upload], ([bytes]) =>
        change(actor, id, bytes),
      );
      return key ?? '';
    },

    /** @throws ApiError NOT_FOUND for another organisation */
    async remove(actor: Actor, id: number): Promise<void> {
      if (!canOnOrganisation(actor, 'update', { id })) throw new ApiError('NOT_FOUND');
      await change(actor, id, null);
    },

    /** The picture, under a neutral name: how its owner called it is nobody's business. @throws ApiError NOT_FOUND */
    async read(key: string): Promise<BinaryReply> {
      const file = await logoRepository(db).find(key);
      if (!file) throw new ApiError('NOT_FOUND');
      const reply = await files.reply(file);
      return { ...reply, fileName: `logo.${file.mimeType.replace('image/', '')}` };
    },
  };
}
