import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Multipart } from '@wasl/contracts';
import type { Request, Response } from 'express';
import multer from 'multer';

import { ApiError } from './api-error.ts';
import { checkFieldKind, detectKind } from './file-kind.ts';
import { maxJsonBytes, parseJson } from './json-body.ts';
import { minAnonymousRate, type BodyRate, watchBodyRate } from './body-rate.ts';
import { partsPrefix, type UploadParts } from './upload-parts.ts';
import type { Upload } from './upload.ts';

/** Bytes of one file: 10 MB, as in the specification's message. */
export const maxFileBytes = 10 * 1024 * 1024;
const maxFields = 100;

export interface MultipartInput {
  /** Text parts by name (a list if repeated), JSON parts parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly uploads: readonly Upload[];
  /** Removes the temporary files. Call it in every case. */
  readonly discard: () => Promise<void>;
  /** Releases files that arrived in parts. Call it only after success: after a failure the client can reuse them. */
  readonly releaseParts: () => Promise<void>;
}

export interface UploadDeps {
  readonly uploadFolder: string;
  /** Files that arrived in parts before this call. */
  readonly uploadParts: UploadParts;
  /** Opens a PDF and reports scripts and attachments. @throws ApiError PDF_… when it is refused */
  readonly requirePdf: (path: string) => Promise<{ hasActiveContent: boolean }>;
  /** Minimum body rate without a session; default {@link minAnonymousRate}. */
  readonly minRate?: BodyRate;
}

interface Received {
  readonly field: string;
  readonly originalName: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

// Control and direction characters must reach neither a header nor a page.
const unsafeInNames = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** Last part of a name, without control characters, at most 200 characters. It is never used as a path. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(unsafeInNames, '').toWellFormed().trim();
  if (clean === '' || clean === '.' || clean === '..') return 'document';
  if (clean.length <= 200) return clean;
  const extension = path.extname(clean).slice(0, 12);
  return clean.slice(0, 200 - extension.length).toWellFormed() + extension;
}

interface Incoming {
  readonly files: Received[];
  readonly json: Map<string, Buffer>;
  /** All temporary files, finished or not. */
  readonly paths: string[];
  /** Open writers of those files. */
  readonly writers: WriteStream[];
  /** Set when the call is refused: nothing more is accepted. */
  refusal: Error | null;
}

// A multer storage engine. Files go to the temporary folder and are hashed on the way. JSON parts sent as files of
// type application/json stay in memory.
function engine(
  folder: string,
  jsonParts: readonly string[],
  into: Incoming,
  refuse: (error: Error) => void,
): multer.StorageEngine {
  const receiveJson = async (file: Express.Multer.File): Promise<void> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxJsonBytes) throw new ApiError('PAYLOAD_TOO_LARGE');
      chunks.push(chunk);
    }
    into.json.set(file.fieldname, Buffer.concat(chunks));
  };
  const receiveFile = async (file: Express.Multer.File): Promise<void> => {
    const target = path.join(folder, randomBytes(16).toString('hex'));
    into.paths.push(target);
    // The index is assigned on arrival: a small file may finish before a larger one that arrived first.
    const received: Received = {
      field: file.fieldname,
      originalName: cleanFileName(file.originalname),
      path: target,
      size: 0,
      sha256: '',
    };
    into.files.push(received);
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        if (size <= maxFileBytes) done(null, chunk);
        else done(new ApiError('FILE_TOO_LARGE'));
      },
    });
    const writer = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    into.writers.push(writer);
    await pipeline(file.stream, meter, writer);
    Object.assign(received, { size, sha256: hash.digest('hex') });
  };
  return {
    _handleFile(_req, file, callback) {
      const receive = jsonParts.includes(file.fieldname) ? receiveJson : receiveFile;
      receive(file).then(
        () => callback(null, {}),
        (error: unknown) => {
          refuse(error instanceof Error ? error : new Error('A part could not be read'));
          callback(error);
        },
      );
    },
    _removeFile(_req, _file, callback) {
      callback(null); // `discard` removes them all
    },
  };
}

function readParts(
  req: Request,
  res: Response,
  contract: Multipart,
  folder: string,
  into: Incoming,
  minRate: BodyRate | null,
): Promise<void> {
  const jsonParts = contract.jsonParts ?? [];
  const allowed = new Map(contract.files.map((field) => [field.name, field.maxCount ?? 1]));
  const counts = new Map<string, number>();
  const maxFiles = [...allowed.values()].reduce((sum, count) => sum + count, 0);
  // Refuses a body that cannot fit before reading it. 1 MB covers part headers and text fields.
  if (Number(req.headers['content-length'] ?? 0) > maxFiles * maxFileBytes + 1024 * 1024) {
    return Promise.reject(new ApiError('FILE_TOO_LARGE'));
  }
  let leave = (): void => undefined;
  const read = new Promise<void>((resolve, reject) => {
    // Multer reports a refusal only after the whole body; this answers at once. So the filter counts the files of
    // `any`. With `fields`, multer's own refusal would be late.
    const refuse = (error: Error): void => {
      const isOurs = error instanceof ApiError || error instanceof multer.MulterError;
      // An error with a code comes from the disk. Other errors of multer and busboy are about the body.
      into.refusal ??=
        isOurs || 'code' in error ? error : new ApiError('MALFORMED_BODY', { cause: error });
      reject(into.refusal);
    };
    const middleware = multer({
      storage: engine(folder, jsonParts, into, refuse),
      // Browsers send UTF-8 names; the default is Latin-1.
      defParamCharset: 'utf8',
      limits: {
        fileSize: maxFileBytes,
        files: maxFiles + jsonParts.length,
        fields: maxFields,
        fieldSize: maxJsonBytes,
        fieldNameSize: 100,
        headerPairs: 50,
        parts: maxFields + maxFiles,
      },
      fileFilter(_req, file, callback) {
        const limit = allowed.get(file.fieldname) ?? (jsonParts.includes(file.fieldname) ? 1 : 0);
        const count = (counts.get(file.fieldname) ?? 0) + 1;
        counts.set(file.fieldname, count);
        if (into.refusal) {
          callback(into.refusal);
        } else if (count > limit) {
          const error = new multer.MulterError('LIMIT_UNEXPECTED_FILE', file.fieldname);
          refuse(error);
          callback(error);
        } else {
          callback(null, true);
        }
      },
    }).any();
    // The connection closed within a part, or before reading began. The answer is not read, but the call must end.
    const refuseCut = (): void => {
      if (!req.complete) refuse(new ApiError('MALFORMED_BODY'));
    };
    if (req.destroyed) {
      refuseCut();
      return;
    }
    req.once('close', refuseCut);
    if (minRate !== null) leave = watchBodyRate(req, minRate, refuseCut);
    void middleware(req, res, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else refuse(error instanceof Error ? error : new Error('The parts could not be read'));
    });
  });
  return read.finally(() => leave());
}

function readTexts(
  raw: unknown,
  contract: Multipart,
  json: ReadonlyMap<string, Buffer>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (name === '__proto__') throw new ApiError('MALFORMED_BODY');
    if (name.startsWith(partsPrefix)) continue;
    const isJson = contract.jsonParts?.includes(name) === true;
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    for (const text of texts) {
      if (typeof text === 'string' && text.includes('\0')) throw new ApiError('MALFORMED_BODY');
    }
    body[name] =
      isJson && typeof value === 'string' ? parseJson(Buffer.from(value, 'utf8')) : value;
  }
  for (const [name, bytes] of json) body[name] = parseJson(bytes);
  return body;
}

/**
 * Takes the files that arrived in parts and that text parts name (`parts.<field>`), as if the call contained them.
 * @returns their ids
 */
async function takeParts(
  raw: unknown,
  contract: Multipart,
  folder: string,
  into: Incoming,
  parts: UploadParts,
  actorId: string | null,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (!name.startsWith(partsPrefix)) continue;
    const field = name.slice(partsPrefix.length);
    const most = contract.files.find((one) => one.name === field)?.maxCount ?? 1;
    for (const id of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const there = into.files.filter((file) => file.field === field).length;
      if (
        typeof id !== 'string' ||
        there >= most ||
        !contract.files.some((one) => one.name === field)
      )
        throw new ApiError('MALFORMED_BODY');
      const target = path.join(folder, randomBytes(16).toString('hex'));
      into.paths.push(target);
      const file = actorId === null ? null : await parts.take(actorId, id, target);
      if (file === null)
        throw new ApiError('INVALID_INPUT', { fields: [{ path: field, key: 'fileRequired' }] });
      into.files.push({
        ...file,
        field,
        originalName: cleanFileName(file.originalName),
        path: target,
      });
      taken.push(id);
    }
  }
  return taken;
}

/**
 * Reads a multipart call into the temporary folder: at most 10 MB a file and only the contract's fields. Each file must
 * have the kind of its field by content, and each PDF must open.
 * @throws ApiError FILE_TOO_LARGE, FILE_NOT_…, PDF_…, UNSUPPORTED_MEDIA_TYPE, MALFORMED_BODY, INVALID_INPUT.
 */
export async function readMultipart(
  req: Request,
  res: Response,
  contract: Multipart,
  { uploadFolder: folder, uploadParts: parts, requirePdf, minRate = minAnonymousRate }: UploadDeps,
  actorId: string | null,
): Promise<MultipartInput> {
  if (!req.is('multipart/form-data')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  await mkdir(folder, { recursive: true });
  const into: Incoming = { files: [], json: new Map(), paths: [], writers: [], refusal: null };
  const discard = async (): Promise<void> => {
    // A file that is still being opened would appear after its removal.
    await Promise.all(
      into.writers.map(
        (writer) =>
          new Promise<void>((resolve) => {
            if (writer.closed) resolve();
            else writer.once('close', resolve).destroy();
          }),
      ),
    );
    await Promise.all(into.paths.map((file) => rm(file, { force: true })));
  };
  try {
    await readParts(req, res, contract, folder, into, actorId === null ? minRate : null);
    const taken = await takeParts(req.body, contract, folder, into, parts, actorId);
    const uploads: Upload[] = [];
    for (const file of into.files) {
      const upload = { ...file, ...(await detectKind(file.path, file.originalName)) };
      const field = contract.files.find(({ name }) => name === file.field);
      if (field) await checkFieldKind(field, upload);
      uploads.push(
        upload.kind === 'pdf' ? { ...upload, ...(await requirePdf(upload.path)) } : upload,
      );
    }
    for (const field of contract.files) {
      if (field.required && !uploads.some((upload) => upload.field === field.name)) {
        throw new ApiError('INVALID_INPUT', {
          fields: [{ path: field.name, key: 'fileRequired' }],
        });
      }
    }
    const releaseParts = async (): Promise<void> => {
      await Promise.all(taken.map((id) => parts.forget(id)));
    };
    return { body: readTexts(req.body, contract, into.json), uploads, discard, releaseParts };
  } catch (error) {
    await discard();
    throw error;
  }
}
