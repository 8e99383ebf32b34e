import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
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
import type { Upload } from './upload.ts';

/** Bytes of one file: 10 MB, as the specification's message says. */
export const maxFileBytes = 10 * 1024 * 1024;
const maxFields = 100;

export interface MultipartInput {
  /** Text parts by name (repeated: a list), JSON parts parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly uploads: readonly Upload[];
  /** Removes the temporary files; call it whatever happened. */
  readonly discard: () => Promise<void>;
}

interface Received {
  readonly field: string;
  readonly originalName: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The last part of a name, without control characters, at most 200 characters; never used as a path. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- control and direction characters must not reach a header or a page
  const clean = base
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
    .trim();
  if (clean === '' || clean === '.' || clean === '..') return 'document';
  if (clean.length <= 200) return clean;
  const extension = path.extname(clean).slice(0, 12);
  return clean.slice(0, 200 - extension.length).toWellFormed() + extension;
}

// A storage engine of our own: files go to the temporary folder with their hash taken on the way,
// JSON parts that arrive as a file part of type application/json stay in memory.
function engine(
  folder: string,
  jsonParts: readonly string[],
  into: { files: Received[]; json: Map<string, Buffer>; paths: string[] },
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
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(file.stream, meter, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    into.files.push({
      field: file.fieldname,
      originalName: cleanFileName(file.originalname),
      path: target,
      size,
      sha256: hash.digest('hex'),
    });
  };
  return {
    _handleFile(_req, file, callback) {
      const receive = jsonParts.includes(file.fieldname) ? receiveJson : receiveFile;
      receive(file).then(
        () => {
          callback(null, {});
        },
        (error: unknown) => {
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
  storage: multer.StorageEngine,
): Promise<void> {
  const jsonParts = contract.jsonParts ?? [];
  const allowed = new Map(contract.files.map((field) => [field.name, field.maxCount ?? 1]));
  const counts = new Map<string, number>();
  const maxFiles = [...allowed.values()].reduce((sum, count) => sum + count, 0);
  const middleware = multer({
    storage,
    // Browsers write UTF-8 names; without this they would be read as Latin-1.
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
      if (count <= limit) callback(null, true);
      else callback(new multer.MulterError('LIMIT_UNEXPECTED_FILE', file.fieldname));
    },
  }).any();
  // A body that cannot fit is refused before it is read; 1 MB covers the part headers and text fields.
  if (Number(req.headers['content-length'] ?? 0) > maxFiles * maxFileBytes + 1024 * 1024) {
    return Promise.reject(new ApiError('FILE_TOO_LARGE'));
  }
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      const ours = error instanceof ApiError || error instanceof multer.MulterError;
      const isStorage = typeof (error as { code?: unknown }).code === 'string';
      // Everything else that multer and busboy throw is about the shape of what was sent.
      reject(
        ours || isStorage ? (error as Error) : new ApiError('MALFORMED_BODY', { cause: error }),
      );
    };
    // A connection cut in the middle of a part: nobody reads the answer, but the call must end.
    req.once('aborted', () => {
      fail(new ApiError('MALFORMED_BODY'));
    });
    middleware(req, res, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else fail(error);
    });
  });
}

function readTexts(
  raw: unknown,
  contract: Multipart,
  json: ReadonlyMap<string, Buffer>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (name === '__proto__') throw new ApiError('MALFORMED_BODY');
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
 * Reads a multipart call into the temporary folder: at most 10 MB a file, only the contract's fields,
 * each file of the kind its field asks for by content.
 * @throws ApiError FILE_TOO_LARGE, FILE_NOT_…, UNSUPPORTED_MEDIA_TYPE, MALFORMED_BODY, INVALID_INPUT.
 */
export async function readMultipart(
  req: Request,
  res: Response,
  contract: Multipart,
  folder: string,
): Promise<MultipartInput> {
  if (!req.is('multipart/form-data')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  await mkdir(folder, { recursive: true });
  const into = { files: [] as Received[], json: new Map<string, Buffer>(), paths: [] as string[] };
  const discard = async (): Promise<void> => {
    await Promise.all(into.paths.map((file) => rm(file, { force: true })));
  };
  try {
    await readParts(req, res, contract, engine(folder, contract.jsonParts ?? [], into));
    const uploads: Upload[] = [];
    for (const file of into.files) {
      const upload = { ...file, ...(await detectKind(file.path, file.originalName)) };
      const field = contract.files.find(({ name }) => name === file.field);
      if (field) checkFieldKind(field, upload);
      uploads.push(upload);
    }
    for (const field of contract.files) {
      if (field.required && !uploads.some((upload) => upload.field === field.name)) {
        throw new ApiError('INVALID_INPUT', {
          fields: [{ path: field.name, key: 'fileRequired' }],
        });
      }
    }
    return { body: readTexts(req.body, contract, into.json), uploads, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
