import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { recordAccessesRepository } from '../../platform/database/record-accesses.repository.ts';
import { downloadsRepository, type Download } from './files.repository.ts';

export type DownloadsDeps = Pick<Deps, 'db' | 'clock' | 'files'>;

// Content types of downloads in the contract. Other videos are sent as plain bytes.
const ownTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'video/mp4']);

/**
 * Downloads by random name, for the owner and for partners with a step on the request. Downloads by agents are
 * recorded.
 */
export function downloadsService({ db, clock, files }: DownloadsDeps) {
  const repository = downloadsRepository(db);
  const accesses = recordAccessesRepository(db);

  async function send(actor: Actor, found: Download | null): Promise<BinaryReply> {
    if (found === null) throw new ApiError('NOT_FOUND');
    const reply = await files.reply(found.file);
    try {
      await accesses.note(actor, 'DOCUMENT', [found.requestId], clock.now());
    } catch (cause) {
      // Without a record nothing is sent, and the stream is closed.
      if (!Buffer.isBuffer(reply.content)) reply.content.destroy();
      throw cause;
    }
    return ownTypes.has(reply.contentType)
      ? reply
      : { ...reply, contentType: 'application/octet-stream' };
  }

  return {
    /** @throws ApiError NOT_FOUND when it is absent or hidden from the actor, FILE_BEING_CHECKED, FILE_INFECTED */
    async requestFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(actor, await repository.requestFile(actor, name));
    },
    /** @throws ApiError NOT_FOUND when it is absent or hidden from the actor, FILE_BEING_CHECKED, FILE_INFECTED */
    async stepFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(actor, await repository.stepFile(actor, name));
    },
    /** @throws ApiError NOT_FOUND when it is absent or hidden from the actor, FILE_BEING_CHECKED, FILE_INFECTED */
    async messageFile(actor: Actor, name: string): Promise<BinaryReply> {
      return await send(actor, await repository.messageFile(actor, name));
    },
  };
}
