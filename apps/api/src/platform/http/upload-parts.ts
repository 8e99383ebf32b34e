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

/** Path of uploads in parts (tus protocol 1.0). */
export const partsPath = '/api/uploads';
/** Prefix of a text part that names a file sent in parts; the field name follows. */
export const partsPrefix = 'parts.';

/** Files of one person that are uploading or unused. */
const mostWaiting = 20;
const retryAfterSeconds = 60;

export interface ArrivedFile {
  readonly originalName: string;
  readonly size: number;
  readonly sha256: string;
}

export interface UploadParts {
  /** Handles the tus calls of signed-in people. */
  readonly handle: RequestHandler;
  /**
   * Copies a complete file of this person to `target`.
   * @returns null when it does not exist, belongs to another person, or is incomplete
   */
  take(actorId: string, id: string, target: string): Promise<ArrivedFile | null>;
  /** Removes a file after its call has used it. */
  forget(id: string): Promise<void>;
}

export interface UploadPartsDeps {
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Every call counts in the person's call limit, and every new file as an upload. */
  readonly calls: CallLimit;
  readonly limits: Pick<RateLimits, 'consume'>;
  /** Folder of the parts; the housekeeping removes those older than a day. */
  readonly folder: string;
  readonly slots: UploadSlots;
  readonly maxBytes: number;
  /** Throws when the person may not upload this much more today. */
  readonly requireRoom: (actorId: string, more: Usage) => Promise<void>;
}

const idPattern = /^[0-9a-f]{64}$/;
/** Prefix of one person's files. The hash does not reveal the person. */
const ownerTag = (actorId: string): string =>
  createHash('sha256').update(actorId).digest('hex').slice(0, 32);

/** Files sent in parts. Each belongs to its sender, has at most `maxBytes`, and stays until its call uses it. */
export function uploadParts(deps: UploadPartsDeps): UploadParts {
  const { folder, slots } = deps;
  const details = new FileConfigstore(folder);
  const server = new Server({
    path: partsPath,
    datastore: new FileStore({ directory: folder, configstore: details }),
    maxSize: deps.maxBytes,
    // Relative to the address of the API, whatever proxy is in front.
    generateUrl: (_request, { id }) => `uploads/${id}`,
    // The default takes the last segment of the whole URL with its query, which may name another file.
    getFileIdFromRequest: (request) => {
      const { params } = (request.runtime?.node?.req ?? {}) as Partial<Request>;
      const id = params?.['id'];
      return typeof id === 'string' ? id : undefined;
    },
    // The portal's own CORS rules have run before.
    allowedOrigins: [],
    namingFunction: (request) => {
      const { req } = request.runtime?.node ?? {};
      const { res } = (req ?? {}) as Partial<Request>;
      return ownerTag(String(res?.locals.actorId)) + randomBytes(16).toString('hex');
    },
  });

  /** Files that are being created: not in the folder yet, but counted. */
  const beginning = new Map<string, Usage>();
  /** Files and announced bytes of one person. */
  const waiting = async (tag: string): Promise<Usage> => {
    const names = await readdir(folder);
    const own = names.filter((name) => name.startsWith(tag) && idPattern.test(name));
    // A file may be removed in the meantime. A file without a length may grow to the maximum.
    const sizes = await Promise.all(own.map(async (name) => (await details.get(name))?.size));
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? deps.maxBytes), 0);
    return { files: own.length, bytes };
  };

  /**
   * Reserves room for one more file in the person's daily quota, including unused files. This closes a bypass of the quota.
   * @returns releases the reservation once the file exists
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
    // The protocol refuses an invalid or excessive length.
    if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > deps.maxBytes) return () => undefined;
    const begun = add(1);
    const leave = () => void add(-1);
    try {
      const there = await waiting(tag);
      const files = there.files + begun.files;
      // Includes files that are being created: otherwise concurrent calls would each find room for one.
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
      if (req.method === 'OPTIONS') {
        // What the server supports is public, so that a client can ask before it has a session.
        await server.handle(req, res);
        return;
      }
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
      // A separate copy: a part still arriving elsewhere cannot change the bytes between check and use.
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
