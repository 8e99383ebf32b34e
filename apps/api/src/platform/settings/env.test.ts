import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { readSettings, SettingsError } from './env.ts';
import { settingsDoubts } from './settings-doubts.ts';

const place = { DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/wasl' };
/** A developer's machine. */
const database = { ...place, NODE_ENV: 'development' };
const secret = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA';
/** A production server: NODE_ENV is not set. */
const served = { ...place, PUBLIC_URL: 'https://a.ma', JWT_SECRET: secret };

function refusalOf(source: Record<string, string>): Pick<SettingsError, 'faults' | 'message'> {
  try {
    readSettings(source);
    return { faults: [], message: '' };
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}
const faultsOf = (source: Record<string, string>): readonly string[] => refusalOf(source).faults;

describe('settings', () => {
  it('require only a database, and listen on the local machine by default', () => {
    expect(readSettings(database)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      demo: false,
      partnerApproval: 'required',
      agentsSecondFactor: 'optional',
      trustProxy: false,
      landingUrls: { ar: '/landing/ar' },
    });
  });

  it('report every fault at once, in sentences, without the values', () => {
    const faults = faultsOf({
      PORT: 'http',
      SMTP_URL: 'mail.example.ma',
      ADMIN_EMAIL: 'administration',
      CORS_ORIGINS: 'https://a.ma/x',
      JWT_SECRET: 'changeme',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'ADMIN_EMAIL',
      'CORS_ORIGINS',
      'DATABASE_URL',
      'JWT_SECRET',
      'LOG_LEVEL',
      'PORT',
      'SMTP_URL',
    ]);
    expect(faults.join()).not.toContain('changeme');
  });

  it('accept a valid file store, and explain the fault of an invalid store', () => {
    const about = (STORAGE_URL: string) => faultsOf({ ...database, STORAGE_URL }).join();
    for (const good of [
      '',
      'files',
      '/srv/the files',
      'C:\\wasl\\files',
      'file:///srv/wasl%20files',
      's3://wasl-files',
      's3://wasl-files/portal/2026?endpoint=http://127.0.0.1:7480&region=default&forcePathStyle=true',
    ])
      expect(about(good)).toBe('');
    expect(about('http://x/y')).toMatch(/^STORAGE_URL: must be a folder or s3:.*not http:/);
    expect(about('s3:/bucket')).toMatch(/must look like s3:/);
    expect(about('file://host/x')).toMatch(/whole path/);
    expect(about('s3://x')).toMatch(/not the name of a bucket/);
    expect(about('s3://bucket:9000/x')).toMatch(/endpoint=/);
    expect(about('s3://bucket/a b')).toMatch(/prefix/);
    expect(about('s3://bucket?endpont=http://x')).toMatch(/parameter "endpont".*endpoint, region/);
    expect(about('s3://bucket?tls=false')).toMatch(/tls must be off/);
    expect(about('s3://bucket?region=a&region=b')).toMatch(/"region" more than once/);
    expect(about('s3://bucket?forcePathStyle=yes')).toMatch(/true or false/);
    expect(about('s3://bucket?endpoint=ceph.example.ma')).toMatch(/endpoint must be an http/);
    for (const secret of ['s3://KEY:hidden@bucket', 's3://bucket?endpoint=http://KEY:hidden@x']) {
      expect(about(secret)).toMatch(/AWS_ACCESS_KEY_ID/);
      expect(about(secret)).not.toContain('hidden');
    }
  });

  it('are stricter in production', () => {
    const production = { ...place, NODE_ENV: 'production' };
    expect(faultsOf({ ...production, DEMO: 'on' }).map((fault) => fault.split(':')[0])).toEqual([
      'JWT_SECRET',
      'DEMO',
      'PUBLIC_URL',
    ]);
    expect(faultsOf({ ...production, ...served })).toEqual([]);
  });

  it('preload the first report, except in end-to-end tests with many servers', () => {
    for (const NODE_ENV of ['production', 'development'])
      expect(readSettings({ ...served, NODE_ENV })).toMatchObject({ warmsUp: true });
    expect(readSettings({ ...served, NODE_ENV: 'test' })).toMatchObject({ warmsUp: false });
  });

  it.each([undefined, '', 'production', 'Production', 'prod', 'staging', 'dev', 'developement'])(
    'with NODE_ENV=%s are those of production',
    (name) => {
      const env = { ...served, ...(name === undefined ? {} : { NODE_ENV: name }) };
      expect(readSettings(env)).toMatchObject({ production: true, host: '0.0.0.0' });
      const { faults, message } = refusalOf({ ...env, PUBLIC_URL: '' });
      expect(faults).toHaveLength(1);
      // Without an explicit NODE_ENV=production, the message explains the strict rules and how to relax them.
      expect(message.includes('set NODE_ENV=development')).toBe(name !== 'production');
    },
  );

  it.each(['development', 'test'])('with NODE_ENV=%s require only a database', (name) => {
    expect(readSettings({ ...place, NODE_ENV: name }).production).toBe(false);
  });

  it.each([
    ['a'.repeat(64), 'one letter'],
    ['secret'.repeat(10), 'one word again and again'],
    ['WaslWasl2026'.repeat(4), 'one phrase again and again'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'a run'],
    ['9876543210zyxwvutsrqponmlkjihgfedcba', 'a run backwards'],
    ['AbababABABabab1212121212121212abababab', 'two letters'],
    ['qwertyuiopasdfghjklzxcvbnm1234567890', 'the keyboard'],
    ['changeme-kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0', 'a published example'],
    ['dev-secret-kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0', 'one of a developer'],
    ['kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0s', '31 bytes'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', '16 random bytes as hexadecimal'],
  ])('reject the token secret %s: %s', (JWT_SECRET) => {
    const faults = faultsOf({ ...served, JWT_SECRET });
    expect(faults).toEqual([expect.stringContaining('openssl rand -base64 48')]);
    expect(faults.join()).not.toContain(JWT_SECRET);
  });

  it('accept 32 random bytes in any encoding', () => {
    const unlucky = 'dEvkQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA7uE9iO4k';
    expect(faultsOf({ ...served, JWT_SECRET: unlucky })).toEqual([]);
    for (let round = 0; round < 500; round += 1) {
      const bytes = randomBytes(32);
      for (const form of ['base64', 'base64url', 'hex'] as const) {
        expect(faultsOf({ ...served, JWT_SECRET: bytes.toString(form) })).toEqual([]);
      }
    }
  });

  it('require https for public deployments', () => {
    expect(faultsOf({ ...served, PUBLIC_URL: 'http://a.ma' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: must begin with https/),
    ]);
    expect(faultsOf({ ...database, PUBLIC_URL: 'http://a.ma' })).toEqual([]);
  });

  it.each([
    ['postgresql://u:p@db.a.ma/wasl', true],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=disable', false],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=no-verify', true],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=require&uselibpqcompat=true', true],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=disable&sslmode=prefer&uselibpqcompat=true', true],
    ['postgresql://u:p@127.0.0.1/wasl?host=db.a.ma', true],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=verify-full', false],
    ['postgresql://u:p@db.a.ma/wasl?sslmode=require', false],
    ['postgresql://u:p@db.a.ma/wasl?ssl=true', false],
    ['postgresql://u:p@localhost:5433/wasl', false],
    ['postgresql://u:p@[::1]/wasl', false],
    ['postgresql://u:p@%2Frun%2Fpostgresql/wasl', false],
    ['postgresql:///wasl?host=/run/postgresql', false],
  ])('report a database at %s without verified TLS: %s', (DATABASE_URL, isOpen) => {
    const faults = faultsOf({ ...served, DATABASE_URL });
    expect(faults).toEqual(isOpen ? [expect.stringContaining('sslmode=disable')] : []);
    expect(faultsOf({ ...database, DATABASE_URL })).toEqual([]);
  });

  it('require TLS for mails to another machine, unless it is explicitly disabled', () => {
    const isOverTls = (env: Record<string, string>) => readSettings({ ...served, ...env }).smtpTls;
    expect(isOverTls({ SMTP_URL: 'smtp://mail.a.ma:587' })).toBe(true);
    expect(isOverTls({ SMTP_URL: 'smtps://mail.a.ma' })).toBe(true);
    expect(isOverTls({ SMTP_URL: 'smtp://mail.a.ma:587?requireTLS=false' })).toBe(false);
    expect(isOverTls({ SMTP_URL: 'smtp://127.0.0.1:25' })).toBe(false);
    expect(isOverTls({ SMTP_URL: 'smtp://mail:1025', NODE_ENV: 'development' })).toBe(false);
    expect(isOverTls({ SMTP_URL: 'smtp://mail.a.ma:587?pool=true&ignoreTLS=true' })).toBe(false);
    for (const query of ['secure=false', 'tls.rejectUnauthorized=false']) {
      const SMTP_URL = `smtp://mail.a.ma:587?pool=true&${query}`;
      expect(faultsOf({ ...served, SMTP_URL })).toEqual([
        expect.stringContaining('requireTLS=false'),
      ]);
      expect(faultsOf({ ...served, SMTP_URL: `${SMTP_URL}&requireTLS=false` })).toEqual([]);
    }
  });

  it.each([
    ['s3://files?endpoint=http://s3.a.ma', true],
    ['s3://files/portal?endpoint=HTTP://10.0.0.5:7480&region=default', true],
    ['s3://files?endpoint=http://minio:9000&forcePathStyle=true', true],
    ['s3://files?endpoint=http://localhost.a.ma', true],
    ['s3://files?endpoint=http://s3.a.ma&tls=off', false],
    ['s3://files?endpoint=https://s3.a.ma', false],
    ['s3://files?endpoint=http://127.0.0.1:7480', false],
    ['s3://files?endpoint=http://[::1]:7480', false],
    ['s3://files?endpoint=http://localhost:9000', false],
    ['s3://files', false],
    ['/srv/files', false],
  ])('report a file store at %s without TLS: %s', (STORAGE_URL, isOpen) => {
    const faults = faultsOf({ ...served, STORAGE_URL });
    expect(faults).toEqual(isOpen ? [expect.stringContaining('tls=off')] : []);
    expect(faultsOf({ ...database, STORAGE_URL })).toEqual([]);
  });

  it('treat an empty value as absent', () => {
    expect(readSettings({ ...database, PORT: '', SMTP_URL: '', LANDING_URL_FR: '' }).port).toBe(
      3000,
    );
  });

  it('derive transaction pooling and the listen connection from DATABASE_DIRECT_URL', () => {
    expect(readSettings(database)).toMatchObject({
      isPooledByTransaction: false,
      listenUrl: database.DATABASE_URL,
    });
    const DATABASE_DIRECT_URL = 'postgresql://u:p@127.0.0.1:5433/wasl';
    expect(readSettings({ ...database, DATABASE_DIRECT_URL })).toMatchObject({
      isPooledByTransaction: true,
      listenUrl: DATABASE_DIRECT_URL,
    });
  });

  it('trust no proxy without a configured number', () => {
    expect(readSettings({ ...database, TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readSettings({ ...database, TRUST_PROXY: 'false' }).trustProxy).toBe(false);
  });
});

describe('settings that are valid but probably unintended', () => {
  const doubts = (more: Record<string, string>) =>
    settingsDoubts(readSettings({ ...database, NODE_ENV: 'test', ...more })).join();

  it('are reported: a setting of an earlier version, which is not read', () => {
    expect(doubts({ DATABASE_POOLER: 'transaction' })).toMatch(
      /^DATABASE_POOLER is not read any more: use DATABASE_DIRECT_URL/,
    );
    expect(doubts({ DATABASE_POOLER: '' })).toBe('');
  });

  it('are reported: https without a trusted proxy, and approval without a review', () => {
    expect(doubts({ PUBLIC_URL: 'https://portail.example.ma' })).toMatch(/TRUST_PROXY is not set/);
    expect(doubts({ PUBLIC_URL: 'https://portail.example.ma', TRUST_PROXY: '1' })).toBe('');
    expect(doubts({ PUBLIC_URL: 'http://localhost:3000' })).toBe('');
    expect(doubts({ PARTNER_APPROVAL: 'auto' })).toMatch(/without anybody looking/);
  });
});
