import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import { newKey, isKey, StoredFileMissing, type Storage } from './storage.ts';

/**
 * Any S3-compatible store: `s3://bucket/prefix?endpoint=https://…&region=…&forcePathStyle=true`.
 * Credentials come from the usual AWS environment variables. The SDK is loaded only here.
 */
export async function s3Storage(address: string): Promise<Storage> {
  const sdk = await import('@aws-sdk/client-s3');
  const url = new URL(address);
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const endpoint = url.searchParams.get('endpoint');
  const client = new sdk.S3Client({
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: url.searchParams.get('forcePathStyle') === 'true' || endpoint !== null,
    ...(endpoint === null ? {} : { endpoint }),
  });
  const nameOf = (key: string): string => {
    if (!isKey(key)) throw new StoredFileMissing();
    return prefix === '' ? key : `${prefix}/${key}`;
  };

  return {
    async put(source, size) {
      const key = newKey();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: nameOf(key),
          Body: createReadStream(source),
          ContentLength: size,
        }),
      );
      return key;
    },
    async open(key) {
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({ Bucket: bucket, Key: nameOf(key) }),
        );
        if (!(Body instanceof Readable)) throw new StoredFileMissing();
        return Body;
      } catch (cause) {
        if (cause instanceof sdk.NoSuchKey) throw new StoredFileMissing({ cause });
        throw cause;
      }
    },
    async remove(key) {
      if (isKey(key))
        await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: nameOf(key) }));
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket,
            ...(prefix === '' ? {} : { Prefix: `${prefix}/` }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.split('/').at(-1) ?? '';
          if (isKey(key) && LastModified) yield { key, modifiedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async check() {
      await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
    },
  };
}
