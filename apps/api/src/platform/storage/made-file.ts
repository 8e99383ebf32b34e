import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { FileKind, Upload } from '../http/upload.ts';

/** A file that the server generated. */
interface MadeFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly kind: FileKind;
  readonly mimeType: string;
}

/** Passes a generated file to code that stores received ones, through a temporary copy. */
export async function withMadeFile<T>(
  { bytes, name, kind, mimeType }: MadeFile,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const at = path.join(tmpdir(), `wasl-made-${randomUUID()}`);
  try {
    await writeFile(at, bytes, { mode: 0o600 });
    return await work({
      field: 'file',
      originalName: name,
      kind,
      mimeType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      path: at,
    });
  } finally {
    await rm(at, { force: true });
  }
}
