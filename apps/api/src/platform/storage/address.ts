import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A bucket of an S3-compatible store with a prefix. */
export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  /** Without leading and trailing slashes; empty: the whole bucket. */
  readonly prefix: string;
  /** Null: Amazon's own, by region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
  /** False where the address has `tls=off`: its network is private. */
  readonly needsTls: boolean;
}

export interface FolderAddress {
  readonly kind: 'folder';
  /** Absolute. */
  readonly folder: string;
}

export type StorageAddress = S3Address | FolderAddress;

/** The address is invalid; the message is a sentence for the operator. */
export class AddressFault extends Error {}

const parameters = ['endpoint', 'region', 'forcePathStyle', 'tls'];

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AddressFault('endpoint must be an http(s) address such as https://s3.example.ma');
  if (url.username !== '' || url.password !== '') throw credentialsFault();
  if (url.search !== '' || url.hash !== '')
    throw new AddressFault('endpoint must be an address without parameters of its own');
  return text.replace(/\/+$/, '');
}

function credentialsFault(): AddressFault {
  return new AddressFault(
    'must not hold credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
}

function s3Address(text: string): S3Address {
  if (!text.startsWith('s3://') || !URL.canParse(text))
    throw new AddressFault('must look like s3://bucket/prefix?endpoint=https://…&region=…');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw credentialsFault();
  if (url.port !== '' || url.hash !== '')
    throw new AddressFault(
      'must look like s3://bucket/prefix; the server is named by ?endpoint=https://…',
    );
  const bucket = url.hostname;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket))
    throw new AddressFault(`"${bucket}" is not the name of a bucket`);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/.test(prefix))
    throw new AddressFault('the prefix may hold letters, digits, "-", "_", "." and "/" only');
  for (const name of url.searchParams.keys()) {
    if (!parameters.includes(name))
      throw new AddressFault(
        `does not know the parameter "${name}"; there are ${parameters.join(', ')}`,
      );
    if (url.searchParams.getAll(name).length > 1)
      throw new AddressFault(`names "${name}" more than once`);
  }
  const endpoint = url.searchParams.get('endpoint');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[A-Za-z0-9-]+$/.test(region))
    throw new AddressFault('region must be a name such as eu-west-3');
  const style = url.searchParams.get('forcePathStyle');
  if (style !== null && style !== 'true' && style !== 'false')
    throw new AddressFault('forcePathStyle must be true or false');
  const tls = url.searchParams.get('tls');
  if (tls !== null && tls !== 'off') throw new AddressFault('tls must be off, or left out');
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint: endpoint === null ? null : endpointOf(endpoint),
    region,
    // Most stores other than Amazon's have no host name for each bucket.
    forcePathStyle: style === null ? endpoint !== null : style === 'true',
    needsTls: tls === null,
  };
}

/**
 * Parses STORAGE_URL: `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…&tls=off`, `file:///folder`, or a folder.
 * @throws AddressFault for other schemes such as `http://…`, which would otherwise become a folder name
 */
export function parseStorageAddress(text: string): StorageAddress {
  // One letter before the colon is a drive of Windows.
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text) ?? [];
  if (scheme === undefined) return { kind: 'folder', folder: path.resolve(text) };
  if (scheme === 's3') return s3Address(text);
  if (scheme === 'file') {
    try {
      return { kind: 'folder', folder: fileURLToPath(text) };
    } catch {
      throw new AddressFault('must name a whole path, such as file:///srv/wasl/files');
    }
  }
  throw new AddressFault(
    `must be a folder or s3://bucket/prefix, not ${scheme}:…; an S3 server is named by ?endpoint=`,
  );
}
