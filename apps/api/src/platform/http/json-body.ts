import express, { type Request, type Response } from 'express';

import { ApiError } from './api-error.ts';

/** Bytes of a JSON body, unpacked. */
export const maxJsonBytes = 100 * 1024;
const maxDepth = 32;
const maxMembers = 20_000;

const readRaw = express.raw({ type: () => true, limit: maxJsonBytes });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses what would be expensive or unstorable further in: depth, number of members, NUL, lone surrogates. */
function checkShape(root: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let members = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, depth } = item;
    members += 1;
    if (depth > maxDepth || members > maxMembers) throw new ApiError('MALFORMED_BODY');
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw new ApiError('MALFORMED_BODY');
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') throw new ApiError('MALFORMED_BODY');
      stack.push({ value: member, depth: depth + 1 });
    }
  }
}

/**
 * Parses JSON bytes.
 * @throws ApiError MALFORMED_BODY for bad UTF-8, bad JSON, or a shape no call of ours has.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new ApiError('MALFORMED_BODY', { cause });
  }
  checkShape(value);
  return value;
}

/**
 * Reads a JSON body of at most 100 kB; undefined when there is none.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_BODY.
 */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined ||
    Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return undefined;
  if (!req.is(['application/json', 'application/*+json']))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  await new Promise<void>((resolve, reject) => {
    readRaw(req, res, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('The body could not be read'));
    });
  });
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  return parseJson(bytes);
}
