import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { downloadsRepository, type DownloadRow } from './files.repository.ts';

export type DownloadsDeps = Pick<Deps, 'db' | 'files'>;

// What the contract says a download may be; other videos go out as plain bytes.
const ownTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'video/mp4']);

/** Downloads by opaque name, for the owner and for partners with a step on the request. */
export function downloadsService({ db, files }: DownloadsDeps) {
  const repository = downloadsRepository(db);

  async function send(file: DownloadRow | null): Promise<BinaryReply> {
    if (file === null) throw new ApiError('NOT_FOUND');
    const reply = await files.reply(file);
    return ownTypes.has(reply.contentType)
      ? reply
      : { ...reply, contentType: 'application/octet-stream' };
  }

  return {
    /** @throws ApiError NOT_FOUND when it is absent or not theirs, FILE_BEING_CHECKED, FILE_INFECTED */
    async requestFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(await repository.requestFile(actor, name));
    },
    /** @throws ApiError NOT_FOUND when it is absent or not theirs, FILE_BEING_CHECKED, FILE_INFECTED */
    async stepFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(await repository.stepFile(actor, name));
    },
    /** @throws ApiError NOT_FOUND when it is absent or not theirs, FILE_BEING_CHECKED, FILE_INFECTED */
    async messageFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(await repository.messageFile(actor, name));
    },
  };
}
