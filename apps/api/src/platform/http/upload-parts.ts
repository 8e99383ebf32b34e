import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { FileConfigstore, FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { Request, RequestHandler } from 'express';

import type { Actor } from '../auth/actor.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import { ApiError } from './api-error.ts';
import type { CallLimit } from './call-limit.ts';
import type { Usage } from '../storage/files.ts';
import type { UploadSlots } from './upload-slots.ts';

/** Where files are sent in parts (the tus protocol, 1.0). */
export const partsPath = '/api/uploads';
/** Begins the name of a text part that stands for a file sent in parts; the name of the file's field follows. */
export const partsPrefix = 'parts.';

/** Files one person may have under way or waiting for their call. */
const mostWaiting = 20;
const retryAfterSeconds = 60;

/** A file that has arrived in parts. */
export interface ArrivedFile {
  readonly originalName: string;
  readonly size: number;
  readonly sha256: string;
}

export interface UploadParts {
  /** Answers the calls of the tus protocol for whoever is signed in. */
  readonly handle: RequestHandler;
  /**
   * Copies a whole file of this person's to another place, for a call that brings it.
   * @returns null when there is none, it is another's, or parts of it are missing
   */
  take(actorId: string, id: string, target: string): Promise<ArrivedFile | null>;
  /** The call has used the file. */
  forget(id: string): Promise<void>;
}

export interface UploadPartsDeps {
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Every call counts among those of its person, and every file begun as an upload. */
  readonly calls: CallLimit;
  readonly limits: Pick<RateLimits, 'consume'>;
  /** Folder where parts wait; the housekeeping empties it of what is a day old. */
  readonly folder: string;
  readonly slots: UploadSlots;
  readonly maxBytes: number;
  /** Whether the person may hand in so much more today: throws where not. */
  readonly requireRoom: (actorId: string, more: Usage) => Promise<void>;
}

const idPattern = /^[0-9a-f]{64}$/;
/** Begins the names of one person's files and says nothing of them. */
const ownerTag = (actorId: string): string =>
  createHash('sha256').update(actorId).digest('hex').slice(0, 32);

/** Files sent in parts: each is its sender's alone, of at most `maxBytes`, and waits for the call that brings it. */
export function uploadParts(deps: UploadPartsDeps): UploadParts {
  const { folder, slots } = deps;
  const details = new FileConfigstore(folder);
  const server = new Server({
    path: partsPath,
    datastore: new FileStore({ directory: folder, configstore: details }),
    maxSize: deps.maxBytes,
    // Below the caller's own address of the API, whatever stands before us.
    generateUrl: (_request, { id }) => `uploads/${id}`,
    // By itself it takes what stands last in the whole address, the query too: another file than the one that was asked about.
    getFileIdFromRequest: (request) => {
      const { params } = (request.runtime?.node?.req ?? {}) as Partial<Request>;
      const id = params?.['id'];
      return typeof id === 'string' ? id : undefined;
    },
    // Our own rules for other origins have been asked before.
    allowedOrigins: [],
    namingFunction: (request) => {
      const { req } = request.runtime?.node ?? {};
      const { res } = (req ?? {}) as Partial<Request>;
      return ownerTag(String(res?.locals.actorId)) + randomBytes(16).toString('hex');
    },
  });

  /** What each person is about to begin: not in the folder yet, and counted all the same. */
  const beginning = new Map<string, Usage>();
  /** What one has waiting, as long as it was announced to be. */
  const waiting = async (tag: string): Promise<Usage> => {
    const names = await readdir(folder);
    const own = names.filter((name) => name.startsWith(tag) && idPattern.test(name));
    // The end of one may come in between; one without a length may grow to the most.
    const sizes = await Promise.all(own.map(async (name) => (await details.get(name))?.size));
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? deps.maxBytes), 0);
    return { files: own.length, bytes };
  };

  /**
   * Lets a person begin one more file where their day has room for it and for all that waits (S88): it is no way around.
   * @returns to be called when it has begun
   */
  const takeRoom = async (actorId: string, announced: string | undefined): Promise<() => void> => {
    const tag = ownerTag(actorId);
    const bytes = Number(announced ?? deps.maxBytes);
    const add = (files: 1 | -1): Usage => {
      const before = beginning.get(tag) ?? { files: 0, bytes: 0 };
      const now = { files: before.files + files, bytes: before.bytes + files * bytes };
      if (now.files > 0) beginning.set(tag, now);
      else beginning.delete(tag);
      return now;
    };
    // What is no length, or one too long, is refused by the protocol.
    if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > deps.maxBytes) return () => undefined;
    const begun = add(1);
    const leave = () => void add(-1);
    try {
      const there = await waiting(tag);
      const files = there.files + begun.files;
      // With those that begin at this moment: many at once would each find room for one.
      if (files > mostWaiting) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds });
      await deps.requireRoom(actorId, { files, bytes: there.bytes + begun.bytes });
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  };

  return {
    async handle(req, res) {
      const actor = await deps.authenticate(req.headers.authorization);
      res.locals.actorId = actor.userId;
      res.locals.endpointId = 'uploadParts';
      await deps.calls.take(actor.userId);
      if (actor.isSetupDue) throw new ApiError('SECOND_FACTOR_SETUP');
      const { id } = req.params;
      const tag = ownerTag(actor.userId);
      const isCreation = id === undefined && req.method === 'POST';
      const isOfFile = id !== undefined && ['HEAD', 'PATCH', 'DELETE'].includes(req.method);
      if (!isCreation && !isOfFile) throw new ApiError('METHOD_NOT_ALLOWED');
      if (isOfFile && (typeof id !== 'string' || !idPattern.test(id) || !id.startsWith(tag)))
        throw new ApiError('NOT_FOUND');
      if (isCreation) await deps.limits.consume('upload', { account: actor.userId });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const leave = slots.take(actor.userId, req.ip ?? 'unknown');
      let begun: (() => void) | undefined;
      try {
        if (isCreation) begun = await takeRoom(actor.userId, req.get('upload-length'));
        await server.handle(req, res);
      } finally {
        begun?.();
        leave();
      }
    },

    async take(actorId, id, target) {
      if (!idPattern.test(id) || !id.startsWith(ownerTag(actorId))) return null;
      const file = path.join(folder, id);
      const known = await details.get(id);
      const isWhole = async (at: string): Promise<boolean> =>
        (await stat(at).catch(() => undefined))?.size === known?.size;
      if (known?.size === undefined || !(await isWhole(file))) return null;
      // Bytes of its own: what is judged next is what is kept, whatever a part that is still under way elsewhere writes.
      await copyFile(file, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      if (!(await isWhole(target))) return null;
      const hash = createHash('sha256');
      await pipeline(createReadStream(target), hash);
      const originalName = known.metadata?.['filename'] ?? '';
      return { originalName, size: known.size, sha256: hash.digest('hex') };
    },

    async forget(id) {
      await Promise.all(
        [id, `${id}.json`].map((name) => rm(path.join(folder, name), { force: true })),
      );
    },
  };
}
