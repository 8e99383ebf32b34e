import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { execute, freePort, portalName, until, useServers, useTestFolder } from './set-up.ts';
import {
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
const ports = { plain: 0, tls: 0, first: 0, second: 0, metrics: 0 };

/** Number of write calls at the first server since its start, from its own metrics. */
async function writesAtFirst(): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${String(ports.metrics)}/metrics`);
  const counted =
    /^wasl_http_request_duration_seconds_count\{method="POST",endpoint="\/api\/requests".*\} (\d+)/m;
  return Number(counted.exec(await page.text())?.[1] ?? 0);
}

beforeAll(async () => {
  for (const key of ['plain', 'tls', 'first', 'second', 'metrics'] as const)
    ports[key] = await freePort();
  const own = [
    '{',
    `http_port ${String(ports.plain)}`,
    `https_port ${String(ports.tls)}`,
    'admin off',
    'skip_install_trust',
    'local_certs',
    '}',
  ];
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `${own.join('\n')}\n${await sampleFor('Caddyfile', ports)}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const words = ['--config', file, '--adapter', 'caddyfile'];
  await execute('caddy', ['validate', ...words], { env });
  programs.begin('caddy', ['run', ...words], env);
  // Caddy's own certificate authority, once created.
  const authority = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  const ca = await until(async () => {
    const text = await readFile(authority, 'utf8').catch(() => '');
    return text.includes('END CERTIFICATE') && text;
  });
  proxy = createTlsProxy({ port: ports.tls, ca });
});

it('serves TLS, accepts the portal’s body sizes, streams uploads and events, and skips a server that is down', async () => {
  const { call } = proxy;
  await app.make.anItem('SERVICE');
  // The setting that the sample requires.
  const env = { STOP_DELAY: '5' };
  let first = await programs.startServer(ports.first, env);
  const second = await programs.startServer(ports.second, env);
  const readiness = async (): Promise<number> =>
    (await call('/api/health/ready').catch(() => ({ status: 0 }))).status;
  await until(async () => (await readiness()) === 200);
  const plain = await fetch(`http://127.0.0.1:${String(ports.plain)}/help`, {
    redirect: 'manual',
    headers: { host: portalName },
  });
  expect(plain.status).toBe(308);
  // Caddy counts the streamed bytes; the portal reads the length and refuses sooner.
  expect([413, 415]).toContain(await proveBodies(proxy));
  await proveParts(app, proxy);
  await proveStream(app, proxy);

  // Each server is replaced during reads and writes, without a failed call.
  await proveNoCallLost(proxy, 60, async () => {
    await programs.end(first);
    const metrics = { METRICS_PORT: String(ports.metrics) };
    first = await programs.startServer(ports.first, { ...env, ...metrics });
    // The second server stops only after the proxy has detected the first; docs/operations/upgrade.md names STOP_DELAY.
    await until(async () => (await writesAtFirst()) > 0);
    await programs.end(second);
  });

  await programs.end(first, 'SIGKILL');
  expect([502, 503]).toContain(await readiness());
});
