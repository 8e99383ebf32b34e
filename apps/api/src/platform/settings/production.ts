import { parse } from 'pg-connection-string';

import type { SettingValues } from './env-schema.ts';
import { isLoopbackHost } from './loopback.ts';
import { parseStorageAddress } from '../storage/address.ts';

/**
 * Whether NODE_ENV means production. Only `development` and `test` do not: a missing, empty or misspelt value is production.
 */
export function isProduction(nodeEnv: string | undefined): boolean {
  return nodeEnv !== 'development' && nodeEnv !== 'test';
}

/**
 * Whether pg would connect to this address over the network without TLS or without verifying the certificate.
 * `sslmode=disable` does not count: the operator declares a private network.
 */
function isDatabaseOpen(address: string): boolean {
  let asked;
  try {
    asked = parse(address);
  } catch {
    // pg cannot use the address and reports that itself when it connects.
    return false;
  }
  const host = asked.host ?? '';
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return false;
  const { ssl } = asked;
  if (typeof ssl === 'object') return ssl.rejectUnauthorized === false;
  return ssl !== true && ssl !== 'true' && ssl !== false;
}

/** Whether files would go to an S3 endpoint on another machine without TLS. */
function isStoreOpen(address: string): boolean {
  const store = parseStorageAddress(address);
  if (store.kind === 'folder' || store.endpoint === null || !store.needsTls) return false;
  const { protocol, hostname } = new URL(store.endpoint);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

/** Whether mails need TLS: to every other machine, unless the address disables it. */
export function needsSmtpTls({ NODE_ENV, SMTP_URL }: SettingValues): boolean {
  return (
    isProduction(NODE_ENV) &&
    SMTP_URL !== undefined &&
    !plainSmtp.test(SMTP_URL) &&
    !(URL.canParse(SMTP_URL) && isLoopbackHost(new URL(SMTP_URL).hostname))
  );
}

/** A nodemailer option in the address that disables TLS. */
const plainSmtp = /[?&](?:ignoreTLS=(?:true|1|yes|y)|requireTLS=(?:false|0|no|n))(?:&|$)/i;
const lenientSmtp =
  /[?&](?:secure=(?:false|0|no|n)|tls\.rejectUnauthorized=(?:false|0|no|n))(?:&|$)/i;

/** Settings that a production server refuses, as sentences with the fix. */
export function productionFaults(values: SettingValues): string[] {
  const faults: string[] = [];
  const { PUBLIC_URL, SMTP_URL, STORAGE_URL } = values;
  if (values.JWT_SECRET === undefined) {
    faults.push('JWT_SECRET: is required in production; make one with: openssl rand -base64 48');
  }
  if (values.DEMO === true) {
    faults.push('DEMO: the demonstration set is not possible in production; set DEMO=off');
  }
  if (PUBLIC_URL === undefined) {
    faults.push('PUBLIC_URL: is required in production, the links in mails are built from it');
  } else if (!PUBLIC_URL.startsWith('https:')) {
    faults.push('PUBLIC_URL: must begin with https:// in production, passwords travel there');
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const address = values[name];
    if (address !== undefined && isDatabaseOpen(address))
      faults.push(
        `${name}: names another machine and asks for no checked TLS; add sslmode=verify-full to it, or sslmode=disable where the network between them is private`,
      );
  }
  if (needsSmtpTls(values) && lenientSmtp.test(SMTP_URL ?? '')) {
    faults.push(
      'SMTP_URL: switches TLS or its check off; take that out, or add requireTLS=false where the network between them is private',
    );
  }
  if (STORAGE_URL !== undefined && isStoreOpen(STORAGE_URL)) {
    faults.push(
      'STORAGE_URL: its endpoint is on another machine and begins with http://; make it https://, or add tls=off to the address where the network between them is private',
    );
  }
  return faults;
}
