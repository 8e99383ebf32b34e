import path from 'node:path';

import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage that STORAGE_URL names: `s3://…`, or a folder. */
export async function openStorage(address: string): Promise<Storage> {
  if (address.startsWith('s3://')) return await s3Storage(address);
  return diskStorage(path.resolve(address.replace(/^file:\/\//, '')));
}
