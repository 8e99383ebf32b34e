import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { S3Address } from './address.ts';
import { digestOf, type Digest } from './digest.ts';
import {
  isKey,
  newKey,
  StoredBytesDiffer,
  StoredFileMissing,
  type Storage,
  markerName,
} from './storage.ts';

export interface S3Patience {
  /** How long one call may take, its retries included; an upload takes longer by its size and `slowestBytesPerMs`. */
  readonly callMs: number;
  readonly connectMs: number;
  /** Of a transfer, silence after which it is given up: also that of a reader who stopped reading. */
  readonly silenceMs: number;
  readonly slowestBytesPerMs: number;
  /** How long the answer of `check` is repeated instead of asking the store again: the readiness call is public. */
  readonly checkedForMs: number;
}

const patient: S3Patience = {
  callMs: 15_000,
  connectMs: 3000,
  silenceMs: 60_000,
  slowestBytesPerMs: 100,
  checkedForMs: 5000,
};

const attempts = 3;

const nothing = (): void => undefined;
/** The SDK would write to the console, beside the log; what fails is thrown and logged here. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Whether the same again may succeed: no answer, or one that says "later". */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Error && error.name === 'AbortError') return false;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
}

/** The calls of a bucket, each with its deadline. */
async function bucketCalls(address: S3Address, patience: S3Patience) {
  const sdk = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = address;
  const client = new sdk.S3Client({
    region: address.region,
    forcePathStyle: address.forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    logger: silent,
    requestHandler: { connectionTimeout: patience.connectMs, socketTimeout: patience.silenceMs },
    ...(address.endpoint === null ? {} : { endpoint: address.endpoint }),
  });
  const nameIn = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const nameOf = (key: string): string => {
    if (!isKey(key)) throw new StoredFileMissing();
    return nameIn(key);
  };
  const deadline = (bytes = 0): { abortSignal: AbortSignal } => ({
    abortSignal: AbortSignal.timeout(
      patience.callMs + Math.ceil(bytes / patience.slowestBytesPerMs),
    ),
  });

  const send = async (name: string, body: () => Readable, { size, sha256 }: Digest) => {
    const until = deadline(size);
    for (let attempt = 1; ; attempt += 1) {
      const command = new sdk.PutObjectCommand({
        Bucket: bucket,
        Key: name,
        Body: body(),
        ContentLength: size,
        ContentType: 'application/octet-stream',
      });
      // Of a stream the SDK would sign "whatever comes".
      command.middlewareStack.add(
        (next) => async (args) => {
          const { headers } = args.request as { headers: Record<string, string> };
          headers['x-amz-content-sha256'] = sha256;
          return await next(args);
        },
        { step: 'build', name: 'signContent' },
      );
      try {
        await client.send(command, until);
        return;
      } catch (error) {
        // The SDK does not repeat a stream: it would be half read.
        if (attempt === attempts || until.abortSignal.aborted || !isPassing(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt * Math.random()));
      }
    }
  };

  /** The wait for the answer ends after `callMs`; the body that follows may take its time. */
  const fetch = async (name: string): Promise<Readable> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), patience.callMs);
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: name }), {
        abortSignal: late.signal,
      });
      if (!(Body instanceof Readable)) throw new StoredFileMissing();
      return Body;
    } catch (cause) {
      if (cause instanceof sdk.NoSuchKey) throw new StoredFileMissing({ cause });
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  };

  const removeName = async (name: string): Promise<void> => {
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: name }), deadline());
  };

  /** @throws StoredBytesDiffer */
  const compare = async (name: string, sent: Digest): Promise<void> => {
    const stored = await client.send(
      new sdk.HeadObjectCommand({ Bucket: bucket, Key: name }),
      deadline(),
    );
    if (stored.ContentLength !== sent.size) throw new StoredBytesDiffer('size');
    if (sent.md5 !== null && stored.ETag?.replaceAll('"', '') === sent.md5) return;
    const { sha256 } = await digestOf(await fetch(name));
    if (sha256 !== sent.sha256) throw new StoredBytesDiffer('content');
  };

  return { sdk, client, nameIn, nameOf, deadline, send, fetch, removeName, compare };
}

/**
 * Any S3-compatible store. Credentials come from the usual AWS environment variables. The SDK is loaded only here.
 *
 * Its default checksums travel after the body (`aws-chunked`): Ceph refuses every such upload and s3rver stores the
 * framing as content, so they are off. Instead an upload is signed with the sha-256 of its bytes, which Amazon, Ceph
 * and MinIO compare before they keep anything, and what is there afterwards is asked for: its size, and its ETag,
 * which for these uploads is the MD5 of what the store received. Only where the ETag is something else (a store that
 * encrypts, a server of another kind) are the bytes read back, so that an upload seldom travels twice.
 */
export async function s3Storage(
  address: S3Address,
  patience: S3Patience = patient,
): Promise<Storage> {
  const { bucket, prefix } = address;
  const { sdk, client, nameIn, nameOf, deadline, send, fetch, removeName, compare } =
    await bucketCalls(address, patience);

  const store = async (name: string, body: () => Readable, sent: Digest) => {
    try {
      await send(name, body, sent);
      await compare(name, sent);
    } catch (error) {
      // It may be there all the same, or come late; what cannot be removed now has no row, and the sweep takes it.
      const removed = removeName(name).catch(() => undefined);
      if (error instanceof StoredBytesDiffer) await removed;
      throw error;
    }
  };

  const probe = async (): Promise<void> => {
    const bytes = randomBytes(16);
    const sent = await digestOf(Readable.from([bytes]));
    const name = nameOf(newKey());
    await store(name, () => Readable.from([bytes]), sent);
    const { sha256 } = await digestOf(await fetch(name));
    await removeName(name);
    if (sha256 !== sent.sha256) throw new StoredBytesDiffer('content');
  };
  let probing: Promise<void> | undefined;
  let checkedAt = -Infinity;

  return {
    async put(source, size, sha256) {
      const read = (): Readable => createReadStream(source);
      const sent = await digestOf(read());
      if (sent.size !== size) throw new StoredBytesDiffer('size');
      if (sent.sha256 !== sha256) throw new StoredBytesDiffer('content');
      const key = newKey();
      await store(nameOf(key), read, sent);
      return key;
    },

    async open(key) {
      return await fetch(nameOf(key));
    },

    async remove(key) {
      if (isKey(key)) await removeName(nameOf(key));
    },

    async *list() {
      let token: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket,
            // Not what lies deeper: another portal may keep its files there.
            Delimiter: '/',
            ...(prefix === '' ? {} : { Prefix: `${prefix}/` }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
          deadline(),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.split('/').at(-1) ?? '';
          if (isKey(key) && LastModified) yield { key, modifiedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },

    // An object is there whole or not at all.
    async *unfinished() {
      // None.
    },

    async removeUnfinished() {
      // None.
    },

    async readMarker() {
      try {
        return await text(await fetch(nameIn(markerName)));
      } catch (error) {
        if (error instanceof StoredFileMissing) return null;
        throw error;
      }
    },

    async writeMarker(content) {
      const bytes = Buffer.from(content);
      // Not compared: another process of ours may write its own in between.
      await send(
        nameIn(markerName),
        () => Readable.from([bytes]),
        await digestOf(Readable.from([bytes])),
      );
    },

    async check() {
      if (performance.now() - checkedAt < patience.checkedForMs) return;
      probing ??= probe().finally(() => {
        probing = undefined;
      });
      await probing;
      checkedAt = performance.now();
    },
  };
}
