import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newSecret } from '../../api/src/plugins/webhooks/message.ts';
import { sealedAbout } from '../../api/src/plugins/webhooks/sealed-secret.ts';
import { aWebhook } from '../../api/src/plugins/webhooks/testing/index.ts';
import { freePort, makeCertificate, until, useServers, useTestFolder } from './set-up.ts';

const mails = 100;
const endpoints = 4;
const messagesEach = 40;
/**
 * No answer is sent until both servers have jobs in progress and one of them is killed. Servers start before, because a
 * message without an answer within 15 s is sent again.
 */
let isBlocked = true;
const waiting: (() => void)[] = [];
/** Resolves at once after the kill. */
const released = async (): Promise<void> => {
  if (isBlocked) await new Promise<void>((resolve) => waiting.push(resolve));
};
const release = (): void => {
  isBlocked = false;
  for (const go of waiting.splice(0)) go();
};

const { app, programs } = useServers();
const folder = useTestFolder();
beforeAll(() => makeCertificate(folder, 'erp', 'IP:127.0.0.1'));
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

interface TakenMail {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/**
 * Mail relay of one server, which answers the first mails and blocks the others.
 * @param answered number of mails answered at once
 */
async function relay(answered: number) {
  const taken: TakenMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      simpleParser(stream)
        .then(async ({ to, messageId = '', text = '' }) => {
          const place = taken.push({ to: [to].flat()[0]?.text ?? '', messageId, text });
          if (place > answered) await released();
          done();
        })
        .catch(done);
    },
  });
  // The server's death cuts the connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const { port } = smtp.server.address() as AddressInfo;
  return { taken, url: `smtp://127.0.0.1:${String(port)}` };
}

/** Webhook receiver over TLS, with the ids of the received messages in order. */
async function listener() {
  const ids: string[] = [];
  const tls = {
    key: await readFile(path.join(folder, 'key.pem')),
    cert: await readFile(path.join(folder, 'cert.pem')),
  };
  const server = createServer(tls, (request, response) => {
    request.resume().once('end', () => {
      ids.push(String(request.headers['webhook-id']));
      void released().then(() => response.writeHead(204).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ids, url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/wasl` };
}

const repeatedOf = (all: readonly string[]): string[] =>
  all.filter((one, at) => all.indexOf(one) !== at);

it('finishes the jobs of a killed server: each mail and message arrives, and only unacknowledged ones twice', async () => {
  const { ids, url } = await listener();
  // It stops answering in the middle of a batch, which is then in progress when its server is killed.
  const first = await relay(5);
  const second = await relay(0);
  const settings = {
    NODE_EXTRA_CA_CERTS: path.join(folder, 'cert.pem'),
    WEBHOOKS: '127.0.0.1/32',
  };
  const partnerId = (await app.make.aPartner()).id;
  const webhookIds = await Promise.all(
    Array.from({ length: endpoints }, async () => {
      const id = randomUUID();
      const secret = app.deps.sealing.seal(newSecret(), sealedAbout(id));
      return (await aWebhook(app, { id, partnerId, url, secret })).id;
    }),
  );
  const message = (endpointId: string) => ({ endpointId, kind: 'step.updated', data: {} });
  const leasedDeliveries = async () =>
    await app.db.webhookDelivery.findMany({ where: { heldBy: { not: null } } });

  // While the victim is the only server, its leases show its holder name.
  const victim = await programs.startServer(await freePort(), {
    ...settings,
    SMTP_URL: first.url,
  });
  await app.db.webhookDelivery.create({ data: message(webhookIds[0] ?? '') });
  let holder: string | null = null;
  await until(async () => (holder = (await leasedDeliveries())[0]?.heldBy ?? null) !== null);
  release();
  await programs.startServer(await freePort(), { ...settings, SMTP_URL: second.url });
  isBlocked = true;

  await app.db.webhookDelivery.createMany({
    data: webhookIds.flatMap((id) => Array.from({ length: messagesEach }, () => message(id))),
  });
  for (let n = 0; n < mails; n += 1) {
    await app.deps.mail.enqueue(app.db, {
      ...{ to: `amina.${String(n)}@example.org`, lang: 'ar', template: 'resetPassword' },
      params: { name: 'أمينة', token: `S3cret${String(n)}` },
    });
  }
  // Both servers have jobs in progress.
  await until(async () => {
    if (first.taken.length < 6 || second.taken.length === 0) return false;
    const holders = (await leasedDeliveries()).map(({ heldBy }) => heldBy);
    return holders.includes(holder) && new Set(holders).size === 2;
  });
  await programs.end(victim, 'SIGKILL');
  const killedAt = performance.now();
  // Read before any answer: the leases of the killed server still exist.
  const messagesUnderWay = (await leasedDeliveries()).flatMap(({ id, heldBy }) =>
    heldBy === holder ? [id] : [],
  );
  const waiting = await app.db.outboxMail.findMany({ where: { state: 'WAITING' } });
  const isWaiting = new Set(waiting.map(({ to }) => to));
  const mailsUnderWay = first.taken.flatMap(({ to }) => (isWaiting.has(to) ? [to] : []));

  release();
  const left = async (): Promise<number> =>
    (await app.db.outboxMail.count({ where: { state: { not: 'SENT' } } })) +
    (await app.db.webhookDelivery.count({ where: { state: { not: 'DELIVERED' } } }));
  await until(async () => (await left()) === 0);
  const seconds = Math.round((performance.now() - killedAt) / 1000);

  const taken = [...first.taken, ...second.taken];
  const mailsTwice = repeatedOf(taken.map(({ to }) => to));
  const messagesTwice = repeatedOf(ids);
  console.log({
    mails: { written: mails, arrived: new Set(taken.map(({ to }) => to)).size },
    mailsUnderWay: mailsUnderWay.length,
    mailsTwice: mailsTwice.length,
    messages: { written: endpoints * messagesEach + 1, arrived: new Set(ids).size },
    messagesUnderWay: messagesUnderWay.length,
    messagesTwice: messagesTwice.length,
    allDoneAfter: `${String(seconds)} s`,
  });
  expect(mailsUnderWay.length).toBeGreaterThan(0);
  expect(messagesUnderWay.length).toBeGreaterThan(0);
  expect(new Set(taken.map(({ to }) => to)).size).toBe(mails);
  expect(new Set(ids).size).toBe(endpoints * messagesEach + 1);
  // A relay that accepted a mail without being able to confirm it receives it again, once, with the same Message-ID.
  expect(mailsTwice.filter((to) => !mailsUnderWay.includes(to))).toEqual([]);
  expect(messagesTwice.filter((id) => !messagesUnderWay.includes(id))).toEqual([]);
  expect(repeatedOf(mailsTwice)).toEqual([]);
  expect(repeatedOf(messagesTwice)).toEqual([]);
  for (const to of mailsTwice) {
    const copies = taken.filter((one) => one.to === to);
    expect(new Set(copies.map(({ messageId, text }) => `${messageId} ${text}`)).size).toBe(1);
  }
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(mails);
});
