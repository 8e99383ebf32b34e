import { request as httpRequest } from 'node:http';

import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';

import { createTestApp, type TestApp, useTestApp } from '../../testing/index.ts';
import { localOnly } from './local-only.ts';

/** Whether a call with this Host header from this address passes. */
function isLetOn(host: string | undefined, remoteAddress: string | undefined): boolean {
  let isOn = false;
  try {
    const req = { headers: { host }, socket: { remoteAddress } };
    void localOnly(req as unknown as Request, null as unknown as Response, () => {
      isOn = true;
    });
  } catch {
    return false;
  }
  return isOn;
}

describe('endpoints for the local machine', () => {
  it.each([
    ['127.0.0.1:3000', '127.0.0.1', true],
    ['localhost:3000', '::1', true],
    ['localhost', '::ffff:127.0.0.1', true],
    ['[::1]:3000', '::1', true],
    ['wasl.localhost:3000', '127.0.0.1', true],
    ['192.168.1.7:3000', '192.168.1.7', false],
    ['localhost:3000', '192.168.1.8', false],
    ['localhost:3000', '::ffff:10.0.0.1', false],
    ['portail.example.ma', '127.0.0.1', false],
    ['127.0.0.1.evil.example:3000', '127.0.0.1', false],
    ['localhost.evil.example', '127.0.0.1', false],
    ['evil.example#@localhost', '127.0.0.1', false],
    ['', '127.0.0.1', false],
    [undefined, '127.0.0.1', false],
    ['localhost', undefined, false],
  ])('for host %s from address %s are open: %s', (host, from, isOn) =>
    expect(isLetOn(host, from)).toBe(isOn),
  );
});

describe('/dev/mail', () => {
  const app = useTestApp();

  const statusOf = async (one: TestApp, host?: string): Promise<number> =>
    await new Promise((resolve, reject) => {
      const headers = { accept: 'application/json', ...(host === undefined ? {} : { host }) };
      httpRequest(`${one.baseUrl}/dev/mail`, { headers }, (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('responds to the local machine, and refuses another host name', async () => {
    expect(await statusOf(app)).toBe(200);
    expect(await statusOf(app, 'evil.example:3000')).toBe(404);
  });

  it.each([
    ['behind a proxy', { TRUST_PROXY: '1' }],
    [
      'with a mode that it does not know',
      { NODE_ENV: 'staging', PUBLIC_URL: 'https://portail.example.ma' },
    ],
  ])('returns 404 %s', async (_how, env) => {
    const other = await createTestApp({ env });
    expect(await statusOf(other)).toBe(404);
    await other.close();
  });
});
