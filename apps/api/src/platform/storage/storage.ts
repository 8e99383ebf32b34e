import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A store of bytes under opaque keys: a folder on disk, or any S3-compatible service. */
export interface Storage {
  /**
   * Stores the file at `path` under a new key; it is visible whole or not at all.
   * @param sha256 hexadecimal, of what was received
   * @throws StoredBytesDiffer when what the store holds is not that; nothing is left of it then
   */
  put(path: string, size: number, sha256: string): Promise<string>;
  /** @throws StoredFileMissing */
  open(key: string): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every stored key with its age, for the sweep. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  /** What killed processes left half-written, with its age; a store that shows nothing by halves has none. */
  unfinished(): AsyncIterable<{ readonly name: string; readonly modifiedAt: Date }>;
  /** Removes one of {@link unfinished}. Removing what is not there is no error. */
  removeUnfinished(name: string): Promise<void>;
  /** What stands in the store about whose it is; null: nothing. */
  readMarker(): Promise<string | null>;
  /** Replaces it whole. */
  writeMarker(text: string): Promise<void>;
  /** Stores a few bytes, reads them back and removes them. Rejects when nothing could be stored now. */
  check(): Promise<void>;
}

/** The bytes behind a key are gone. */
export class StoredFileMissing extends Error {
  constructor(options?: ErrorOptions) {
    super('The stored file is missing', options);
    this.name = 'StoredFileMissing';
  }
}

/** What the store holds is not what it was given. */
export class StoredBytesDiffer extends Error {
  constructor(what: string) {
    super(`The stored file has another ${what} than what was received`);
    this.name = 'StoredBytesDiffer';
  }
}

/** The marker’s name in the store; it is no key, so that no list shows it. */
export const markerName = 'store.json';

const keyPattern = /^[A-Za-z0-9_-]{32}$/;

/** 192 random bits; a key says nothing of the file behind it. */
export function newKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Whether the text is a key of ours: nothing with a dot or a slash ever is. */
export function isKey(text: string): boolean {
  return keyPattern.test(text);
}
