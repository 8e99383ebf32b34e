import { request } from 'node:http';

import { expect, it } from 'vitest';

import { freePort, until, useServers } from './set-up.ts';
import { proveParts, proveStream, createProxy } from './through-proxy.ts';

const { app, programs } = useServers();

/** A server behind PgBouncer, with a check in its metrics that its listen connection works. */
async function server(direct: string) {
  const [port, metrics] = [await freePort(), await freePort()];
  await programs.startServer(port, {
    DATABASE_DIRECT_URL: direct,
    METRICS_PORT: String(metrics),
  });
  const isFresh = async (): Promise<boolean> => {
    const page = await fetch(`http://127.0.0.1:${String(metrics)}/metrics`);
    const counter = /^wasl_changes_received (\d)/m.exec(await page.text())?.[1];
    expect(counter).toBeDefined();
    return counter === '1';
  };
  return { port, isFresh };
}

it('delivers events between processes, sends mails and accepts uploads in parts over PgBouncer in transaction mode', async () => {
  const { databaseUrl, listenUrl } = app.deps.settings;
  // Otherwise the test proves nothing about PgBouncer.
  expect(databaseUrl).toContain(process.env.TEST_POOLER_ADDRESS);
  expect(listenUrl).not.toContain(process.env.TEST_POOLER_ADDRESS);
  const [first, second] = [await server(listenUrl), await server(listenUrl)];
  // A server is ready before its listen connection.
  for (const one of [first, second]) await until(one.isFresh);
  // Streams are open at one server; all calls go to the other.
  const over = createProxy((options, isLine, answered) =>
    request({ ...options, host: '127.0.0.1', port: isLine ? second.port : first.port }, answered),
  );
  await proveStream(app, over);
  await proveParts(app, over);

  // A job at either server: no open transaction blocks a connection of the pool.
  await app.deps.mail.enqueue(app.db, {
    ...{ to: 'amina@example.org', lang: 'fr', template: 'resetPassword' },
    params: { name: 'Amina', token: 'S3cret' },
  });
  await until(
    async () => (await app.db.outboxMail.count({ where: { state: { not: 'SENT' } } })) === 0,
  );
  const done = await app.db.backgroundJob.count({ where: { lastSuccessAt: { not: null } } });
  expect(done).toBeGreaterThan(0);
});
