import type { Request } from 'express';

import { ApiError } from './api-error.ts';

/** Maximum size of a JSON body in bytes, uncompressed. */
export const maxJsonBytes = 100 * 1024;
/** Timeout of a JSON body in ms: 100 kB at 5 kB/s, plus half as much again. */
const arrivalMs = 30_000;
const maxDepth = 32;
const maxMembers = 20_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses expensive or unstorable content: depth, number of members, NUL, lone surrogates. */
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
 * @throws ApiError MALFORMED_BODY for bad UTF-8, bad JSON, or too deep or too large a structure.
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
 * Reads the body. It refuses at the first byte too many or at the timeout, without waiting for the rest. Otherwise a
 * client could block its connection with single bytes for as long as an upload may take.
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
 * Reads a JSON body of at most 100 kB within `withinMs`; undefined without a body. Compressed bodies are not supported.
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
