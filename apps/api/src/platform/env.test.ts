import { describe, expect, it } from 'vitest';

import { readSettings, SettingsError } from './env.ts';

const database = { DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/wasl' };

function faultsOf(source: Record<string, string>): readonly string[] {
  try {
    readSettings(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('settings', () => {
  it('need only a database, and stay on this machine by default', () => {
    expect(readSettings(database)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      demo: false,
      partnerApproval: 'required',
      trustProxy: false,
      landingUrls: { ar: '/landing/ar' },
    });
  });

  it('tell every fault at once, in sentences, without the values', () => {
    const faults = faultsOf({
      PORT: 'http',
      SMTP_URL: 'mail.example.ma',
      CORS_ORIGINS: 'https://a.ma/x',
      JWT_SECRET: 'changeme',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'CORS_ORIGINS',
      'DATABASE_URL',
      'JWT_SECRET',
      'LOG_LEVEL',
      'PORT',
      'SMTP_URL',
    ]);
    expect(faults.join()).not.toContain('changeme');
  });

  it('name a store of files that there is, and say what is wrong with another', () => {
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
    expect(about('s3://bucket?region=a&region=b')).toMatch(/"region" more than once/);
    expect(about('s3://bucket?forcePathStyle=yes')).toMatch(/true or false/);
    expect(about('s3://bucket?endpoint=ceph.example.ma')).toMatch(/endpoint must be an http/);
    for (const secret of ['s3://KEY:hidden@bucket', 's3://bucket?endpoint=http://KEY:hidden@x']) {
      expect(about(secret)).toMatch(/AWS_ACCESS_KEY_ID/);
      expect(about(secret)).not.toContain('hidden');
    }
  });

  it('are stricter in production (S13)', () => {
    const production = { ...database, NODE_ENV: 'production' };
    expect(faultsOf({ ...production, DEMO: 'on' }).map((fault) => fault.split(':')[0])).toEqual([
      'JWT_SECRET',
      'DEMO',
      'PUBLIC_URL',
    ]);
    expect(
      faultsOf({ ...production, PUBLIC_URL: 'https://a.ma', JWT_SECRET: 'secret'.repeat(10) }),
    ).toHaveLength(1);
    expect(
      faultsOf({
        ...production,
        PUBLIC_URL: 'https://a.ma',
        JWT_SECRET: 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA',
      }),
    ).toEqual([]);
  });

  it('take an empty value for an absent one', () => {
    expect(readSettings({ ...database, PORT: '', SMTP_URL: '', LANDING_URL_FR: '' }).port).toBe(
      3000,
    );
  });

  it('trust no proxy unless told how many', () => {
    expect(readSettings({ ...database, TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readSettings({ ...database, TRUST_PROXY: 'false' }).trustProxy).toBe(false);
  });
});
