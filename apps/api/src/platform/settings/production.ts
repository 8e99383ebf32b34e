import { parse } from 'pg-connection-string';

import { standards, type SettingValues } from './env-schema.ts';
import { isLoopbackHost } from './loopback.ts';
import { parseStorageAddress } from '../storage/address.ts';

/**
 * Whether a server with this NODE_ENV serves people. Only who says `development` or `test` gets their comforts: a
 * forgotten, empty or misspelt value is production.
 */
export function isProduction(nodeEnv: string | undefined): boolean {
  return nodeEnv !== 'development' && nodeEnv !== 'test';
}

/** Whether pg, given this address, would go over the network without TLS or without looking at the certificate. */
function isDatabaseOpen(address: string): boolean {
  let asked;
  try {
    asked = parse(address);
  } catch {
    // Not one that pg can use: it says so itself when it connects.
    return false;
  }
  const host = asked.host ?? '';
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return false;
  const { ssl } = asked;
  if (typeof ssl === 'object') return ssl.rejectUnauthorized === false;
  return ssl !== true && ssl !== 'true';
}

/** Whether people's files would go over the network without TLS: to an S3 endpoint on another machine, by http. */
function isStoreOpen(address: string): boolean {
  const store = parseStorageAddress(address);
  if (store.kind === 'folder' || store.endpoint === null) return false;
  const { protocol, hostname } = new URL(store.endpoint);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

/** Whether mails for this address must travel over TLS: to any machine but this one, unless switched off by name. */
export function needsSmtpTls({ NODE_ENV, SMTP_URL, SMTP_TLS }: SettingValues): boolean {
  return (
    isProduction(NODE_ENV) &&
    SMTP_URL !== undefined &&
    (SMTP_TLS ?? standards.smtpTls) === 'required' &&
    !(URL.canParse(SMTP_URL) && isLoopbackHost(new URL(SMTP_URL).hostname))
  );
}

const lenientSmtp =
  /[?&](?:ignoreTLS=(?:true|1|yes|y)|requireTLS=(?:false|0|no|n)|secure=(?:false|0|no|n)|tls\.rejectUnauthorized=(?:false|0|no|n))(?:&|$)/i;

/** What a server that serves people does not start with: sentences that say what to set. */
export function productionFaults(values: SettingValues): string[] {
  const faults: string[] = [];
  const { DATABASE_URL, PUBLIC_URL, SMTP_URL, STORAGE_URL } = values;
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
  if (
    DATABASE_URL !== undefined &&
    (values.DATABASE_TLS ?? standards.databaseTls) === 'required' &&
    isDatabaseOpen(DATABASE_URL)
  ) {
    faults.push(
      'DATABASE_URL: names another machine and asks for no checked TLS; add sslmode=verify-full to it, or set DATABASE_TLS=off where the network between them is private',
    );
  }
  if (
    values.DATABASE_DIRECT_URL !== undefined &&
    (values.DATABASE_TLS ?? standards.databaseTls) === 'required' &&
    isDatabaseOpen(values.DATABASE_DIRECT_URL)
  ) {
    faults.push(
      'DATABASE_DIRECT_URL: names another machine and asks for no checked TLS; add sslmode=verify-full to it, or set DATABASE_TLS=off where the network between them is private',
    );
  }
  if (
    values.DATABASE_READ_URL !== undefined &&
    (values.DATABASE_TLS ?? standards.databaseTls) === 'required' &&
    isDatabaseOpen(values.DATABASE_READ_URL)
  ) {
    faults.push(
      'DATABASE_READ_URL: names another machine and asks for no checked TLS; add sslmode=verify-full to it, or set DATABASE_TLS=off where the network between them is private',
    );
  }
  const { MESSAGES_URL } = values;
  if (
    MESSAGES_URL?.startsWith('http:') === true &&
    !isLoopbackHost(new URL(MESSAGES_URL).hostname)
  ) {
    faults.push(
      'MESSAGES_URL: is on another machine and begins with http://; make it https://, numbers of telephones travel there',
    );
  }
  if (needsSmtpTls(values) && lenientSmtp.test(SMTP_URL ?? '')) {
    faults.push(
      'SMTP_URL: switches TLS or its check off; take that out, or set SMTP_TLS=off where the network between them is private',
    );
  }
  if (
    STORAGE_URL !== undefined &&
    (values.STORAGE_TLS ?? standards.storageTls) === 'required' &&
    isStoreOpen(STORAGE_URL)
  ) {
    faults.push(
      'STORAGE_URL: its endpoint is on another machine and begins with http://; make it https://, or set STORAGE_TLS=off where the network between them is private',
    );
  }
  return faults;
}
