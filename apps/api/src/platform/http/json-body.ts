import type { Request } from 'express';

import { ApiError } from './api-error.ts';

/** Bytes of a JSON body, unpacked. */
export const maxJsonBytes = 100 * 1024;
/** Milliseconds that a JSON body may take to arrive: 100 kB on a line of 5 kB a second, with half of it to spare. */
const arrivalMs = 30_000;
const maxDepth = 32;
const maxMembers = 20_000;

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
 * The body's bytes. Answers at the byte that is one too many, and when the time is over: what follows is not waited for. A
 * program that sends a byte now and then would hold its connection for as long as a whole file may take.
 */
function readBytes(req: Request, withinMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onCut).off('error', onCut);
      end();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxJsonBytes) {
        chunks.push(chunk);
        return;
      }
      settle(() => reject(new ApiError('PAYLOAD_TOO_LARGE')));
    };
    const onEnd = (): void => {
      settle(() => resolve(Buffer.concat(chunks)));
    };
    const onCut = (): void => {
      settle(() => reject(new ApiError('MALFORMED_BODY')));
    };
    const timer = setTimeout(onCut, withinMs);
    req.on('data', onData).on('end', onEnd).on('close', onCut).on('error', onCut);
  });
}

/**
 * Reads a JSON body of at most 100 kB; undefined when there is none, within `withinMs`. A packed body is not unpacked.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_BODY.
 */
export async function readJsonBody(req: Request, withinMs = arrivalMs): Promise<unknown> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (req.headers['transfer-encoding'] === undefined && length === 0) return undefined;
  const isPacked = (req.headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isPacked || !req.is(['application/json', 'application/*+json'])) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (length > maxJsonBytes) throw new ApiError('PAYLOAD_TOO_LARGE');
  const bytes = await readBytes(req, withinMs);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}
