import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A store of bytes under opaque keys: a folder on disk, or any S3-compatible service. */
export interface Storage {
  /**
   * Stores the file at `path` under a new key, atomically.
   * @param sha256 hexadecimal, of the received bytes
   * @throws StoredBytesDiffer when the stored bytes differ; they are removed then
   */
  put(path: string, size: number, sha256: string): Promise<string>;
  /** @throws StoredFileMissing */
  open(key: string): Promise<Readable>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Every stored key with its age, for the sweep. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  /** Half-written files of killed processes, with their age; empty for an atomic store. */
  unfinished(): AsyncIterable<{ readonly name: string; readonly modifiedAt: Date }>;
  /** Removes one of {@link unfinished}. Removing a missing file is no error. */
  removeUnfinished(name: string): Promise<void>;
  /** Content of the ownership marker; null where none exists. */
  readMarker(): Promise<string | null>;
  /** Replaces it atomically. */
  writeMarker(text: string): Promise<void>;
  /** Stores a few bytes, reads them back and removes them. Rejects when nothing can be stored now. */
  check(): Promise<void>;
}

export class StoredFileMissing extends Error {
  constructor(options?: ErrorOptions) {
    super('The stored file is missing', options);
    this.name = 'StoredFileMissing';
  }
}

export class StoredBytesDiffer extends Error {
  constructor(what: string) {
    super(`The stored file has another ${what} than what was received`);
    this.name = 'StoredBytesDiffer';
  }
}

/** Name of the marker in the store. It is no key, so no list contains it. */
export const markerName = 'store.json';

const keyPattern = /^[A-Za-z0-9_-]{32}$/;

/** 192 random bits; a key reveals nothing about its file. */
export function newKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Whether the text is a key. A key never contains a dot or a slash. */
export function isKey(text: string): boolean {
  return keyPattern.test(text);
}
