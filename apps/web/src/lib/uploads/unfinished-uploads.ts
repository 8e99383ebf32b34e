import type { PreviousUpload, UrlStorage } from 'tus-js-client';

import { deviceStore } from '../drafts/device-store.ts';
import { serverNow } from '../http/server-time.ts';

/** Prefix of the keys, before the file's digest. Signing out removes them. */
const prefix = 'upload:';
/** The server deletes unfinished uploads after a day. */
const maxAgeMs = 24 * 60 * 60 * 1000;

interface StoredUpload {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

function readUpload(key: string): StoredUpload | null {
  try {
    const stored = JSON.parse(deviceStore.get(key) ?? 'null') as Partial<StoredUpload> | null;
    if (typeof stored?.address !== 'string' || typeof stored.since !== 'number') return null;
    return serverNow() - stored.since < maxAgeMs
      ? { address: stored.address, since: stored.since }
      : null;
  } catch {
    return null;
  }
}

function previous(key: string): PreviousUpload[] {
  const upload = readUpload(key);
  if (upload === null) return [];
  return [
    {
      size: null,
      metadata: {},
      creationTime: new Date(upload.since).toISOString(),
      urlStorageKey: key,
      uploadUrl: upload.address,
      parallelUploadUrls: null,
    },
  ];
}

/**
 * Stores addresses of unfinished uploads, to resume them when the same file is chosen after the tab was closed. Only
 * the address is stored, under the file's digest, without name and owner. The server checks that the caller owns the
 * upload.
 */
export const unfinishedUploads: UrlStorage = {
  findAllUploads: () =>
    Promise.resolve(
      deviceStore
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap(previous),
    ),
  findUploadsByFingerprint: (digest) => Promise.resolve(previous(prefix + digest)),
  removeUpload: (key) => {
    deviceStore.remove(key);
    return Promise.resolve();
  },
  addUpload: (digest, { uploadUrl }) => {
    for (const key of deviceStore.keys()) {
      if (key.startsWith(prefix) && readUpload(key) === null) deviceStore.remove(key);
    }
    const key = prefix + digest;
    if (uploadUrl !== null)
      deviceStore.set(
        key,
        JSON.stringify({ address: uploadUrl, since: serverNow() } satisfies StoredUpload),
      );
    return Promise.resolve(key);
  },
};

/**
 * SHA-256 of a file in hexadecimal, so that only identical bytes resume an upload.
 * @returns null where the browser has no digests (a remote page without TLS); such uploads start again
 */
export async function digestOf(file: Blob): Promise<string | null> {
  // The types declare `subtle` as always present.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
