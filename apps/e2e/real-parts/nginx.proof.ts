import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import {
  execute,
  freePort,
  makeCertificate,
  portalName,
  useServers,
  useTestFolder,
} from './set-up.ts';
import {
  openRead,
  proveBodies,
  proveNoCallLost,
  proveParts,
  proveStream,
  sampleFor,
  createTlsProxy,
  type Proxy,
} from './through-proxy.ts';

const { app, programs } = useServers();
const folder = useTestFolder();
let proxy: Proxy;
const ports = { plain: 0, tls: 0, first: 0, second: 0 };

beforeAll(async () => {
  for (const key of ['plain', 'tls', 'first', 'second'] as const) ports[key] = await freePort();
  await makeCertificate(folder, portalName, `DNS:${portalName}`);
  const certificate = path.join(folder, 'cert.pem');
  proxy = createTlsProxy({ port: ports.tls, ca: await readFile(certificate, 'utf8') });
  const config = (await sampleFor('nginx.conf', ports))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/etc/nginx/tls/fullchain.pem', certificate)
    .replaceAll('/etc/nginx/tls/privkey.pem', path.join(folder, 'key.pem'))
    .replaceAll('/tmp/nginx', path.join(folder, 'nginx'))
    .replace('listen 80;', `listen 127.0.0.1:${String(ports.plain)};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${String(ports.tls)} ssl`);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, config);
  const { stderr } = await execute('nginx', ['-t', '-c', file, '-p', folder]);
  expect(stderr).toContain('test is successful');
  programs.begin('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;']);
});

it('serves TLS, accepts the portal’s body sizes, and loses no call while both servers and the schema change', async () => {
  const { call } = proxy;
  await app.make.anItem('SERVICE');
  let first = await programs.startServer(ports.first);
  let second = await programs.startServer(ports.second);
  expect(await call('/api/health/ready')).toMatchObject({ status: 200 });
  await proveParts(app, proxy);
  await proveStream(app, proxy);
  const inTheClear = async (place: string) => {
    const at = `http://127.0.0.1:${String(ports.plain)}${place}`;
    const { status, headers } = await fetch(at, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await inTheClear('/help')).toEqual([301, `https://${portalName}/help`]);
  // A program is refused instead of redirected, because it has already sent its token in the clear.
  expect(await inTheClear('/api/health/live')).toEqual([403, null]);
  expect(await proveBodies(proxy)).toBe(413);

  // Each server is replaced while a column is added.
  await proveNoCallLost(proxy, 20, async () => {
    await app.db.$executeRawUnsafe('ALTER TABLE users ADD COLUMN added_by_the_next_release TEXT');
    await programs.end(first);
    first = await programs.startServer(ports.first);
    await programs.end(second);
    second = await programs.startServer(ports.second);
  });

  // The proxy skips a crashed server.
  await programs.end(first, 'SIGKILL');
  for (let n = 0; n < 10; n += 1) expect((await call(openRead)).status).toBe(200);
  await programs.end(second);
  expect((await call('/api/health/ready')).status).toBe(502);
});
