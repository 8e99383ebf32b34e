import { parseStorageAddress } from './address.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Opens the storage of STORAGE_URL: `s3://…`, or a folder. @throws AddressFault */
export async function openStorage(text: string): Promise<Storage> {
  const address = parseStorageAddress(text);
  return address.kind === 's3' ? await s3Storage(address) : diskStorage(address.folder);
}
