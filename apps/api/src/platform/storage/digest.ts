import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface Digest {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Hexadecimal; null on a machine that forbids MD5 (FIPS). It detects transmission errors only. */
  readonly md5: string | null;
}

function md5OrNull(): Hash | null {
  try {
    return createHash('md5');
  } catch {
    return null;
  }
}

/** Reads the whole stream once. @throws the error of the stream */
export async function digestOf(content: Readable): Promise<Digest> {
  const sha256 = createHash('sha256');
  const md5 = md5OrNull();
  let size = 0;
  for await (const chunk of content) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    sha256.update(bytes);
    md5?.update(bytes);
  }
  return { size, sha256: sha256.digest('hex'), md5: md5?.digest('hex') ?? null };
}
