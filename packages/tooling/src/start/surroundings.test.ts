import { once } from 'node:events';
import net from 'node:net';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { serverEnvironment } from './index.ts';
import { assertPortFree } from './server-process.ts';

const embedded = { url: 'postgresql://wasl@127.0.0.1:5/wasl', isEmbedded: true };
const own = { url: 'postgresql://wasl@db.example.ma/wasl', isEmbedded: false };

/** The server's environment after a start with these variables. */
function startedWith(
  set: { NODE_ENV?: string; DEMO?: string },
  database: typeof embedded,
  development?: { clientUrl: string },
) {
  for (const name of ['NODE_ENV', 'DEMO'] as const) vi.stubEnv(name, set[name]);
  const { env, isDemo, isProduction } = serverEnvironment(database, development);
  return { NODE_ENV: env.NODE_ENV, isDemo, isProduction };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the environment of a start', () => {
  it('is development for the embedded demonstration', () => {
    const demonstration = { NODE_ENV: 'development', isDemo: true, isProduction: false };
    expect(startedWith({}, embedded)).toEqual(demonstration);
    expect(startedWith({ NODE_ENV: '' }, embedded)).toEqual(demonstration);
  });

  it('is production without the demonstration, or on an external database', () => {
    const served = { isDemo: false, isProduction: true };
    expect(startedWith({ DEMO: 'off' }, embedded)).toMatchObject(served);
    expect(startedWith({}, own)).toMatchObject(served);
    expect(startedWith({ NODE_ENV: 'staging' }, embedded)).toEqual({
      NODE_ENV: 'staging',
      ...served,
    });
    // The server refuses it: the demonstration is impossible in production.
    expect(startedWith({ DEMO: 'on' }, own)).toMatchObject({ isDemo: true, isProduction: true });
  });

  it('is the explicitly set environment', () => {
    expect(startedWith({ NODE_ENV: 'development' }, own)).toMatchObject({ isProduction: false });
    expect(startedWith({ NODE_ENV: 'production' }, embedded)).toMatchObject({ isProduction: true });
    expect(startedWith({}, own, { clientUrl: 'http://127.0.0.1:5173' })).toMatchObject({
      isProduction: false,
    });
  });
});

describe('a port', () => {
  it.each([4190, 6667])(
    'that browsers refuse to open is refused before the build: %i',
    async (port) => {
      await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(
        `Port ${String(port)} belongs to another service`,
      );
    },
  );

  it('that is free is accepted, and one that is in use is named in the error', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(
      `Port ${String(port)} is taken`,
    );
    other.close();
    await once(other, 'close');
    await expect(assertPortFree('127.0.0.1', port)).resolves.toBeUndefined();
  });
});
