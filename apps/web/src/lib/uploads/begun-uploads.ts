import type { PreviousUpload, UrlStorage } from 'tus-js-client';

import { deviceStore } from '../drafts/device-store.ts';
import { serverNow } from '../http/server-time.ts';

/** Prefix of the keys, before the file's digest. Signing out removes them. */
const prefix = 'upload:';
/** The server deletes unfinished uploads after a day. */
const forgottenMs = 24 * 60 * 60 * 1000;

interface Begun {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

function begunAt(key: string): Begun | null {
  try {
    const kept = JSON.parse(deviceStore.get(key) ?? 'null') as Partial<Begun> | null;
    if (typeof kept?.address !== 'string' || typeof kept.since !== 'number') return null;
    return serverNow() - kept.since < forgottenMs
      ? { address: kept.address, since: kept.since }
      : null;
  } catch {
    return null;
  }
}

function previous(key: string): PreviousUpload[] {
  const begun = begunAt(key);
  if (begun === null) return [];
  return [
    {
      size: null,
      metadata: {},
      creationTime: new Date(begun.since).toISOString(),
      urlStorageKey: key,
      uploadUrl: begun.address,
      parallelUploadUrls: null,
    },
  ];
}

/**
 * Stores addresses of unfinished uploads, to resume them when the same file is chosen after the tab was closed. Only
 * the address is stored, under the file's digest, without name and owner. The server checks that the caller owns the
 * upload.
 */
export const begunUploads: UrlStorage = {
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
      if (key.startsWith(prefix) && begunAt(key) === null) deviceStore.remove(key);
    }
    const key = prefix + digest;
    if (uploadUrl !== null)
      deviceStore.set(
        key,
        JSON.stringify({ address: uploadUrl, since: serverNow() } satisfies Begun),
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
