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
  /** Timeout of one call in ms, retries included. An upload adds its size divided by `slowestBytesPerMs`. */
  readonly callMs: number;
  readonly connectMs: number;
  /** Idle time in ms after which a transfer is aborted, also when the reader stops. */
  readonly silenceMs: number;
  readonly slowestBytesPerMs: number;
  /** Time in ms for which the result of `check` is cached: the readiness call is public. */
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
/** The SDK would write to the console; errors are thrown and logged here. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Whether a retry may succeed: no response, or a temporary error. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Error && error.name === 'AbortError') return false;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
}

/** Calls of a bucket, each with its deadline. */
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
      // For a stream the SDK would sign an unspecified payload.
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
        // The SDK does not retry a stream, because it would be half read.
        if (attempt === attempts || until.abortSignal.aborted || !isPassing(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt * Math.random()));
      }
    }
  };

  /** The wait for the response ends after `callMs`; the body that follows may take longer. */
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
 * Any S3-compatible store. Credentials come from the usual AWS environment variables. The SDK loads only here. Its
 * default checksums are off, because they follow the body (`aws-chunked`): Ceph refuses such uploads, and s3rver stores
 * the framing as content. Instead an upload is signed with its sha-256, which Amazon, Ceph and MinIO verify before they
 * store anything. Then size and ETag are checked: the ETag of these uploads is the MD5 of the received bytes. Only with
 * another ETag (encryption, other servers) are the bytes read back.
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
      // The object may exist, or appear late. If this removal fails it has no row, and the sweep removes it.
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
            // Not deeper levels: another portal may store its files there.
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

    // S3 objects are atomic.
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
      // Not compared: another process of this database may write its own marker in between.
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
