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
 * Nothing is answered from before both servers have their share under way until one of them is killed: whatever the machine takes.
 * Not while a server starts: a message that is not answered within 15 s is sent again.
 */
let isHeld = true;
const waiting: (() => void)[] = [];
/** Resolves at once after the kill. */
const released = async (): Promise<void> => {
  if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
};
const release = (): void => {
  isHeld = false;
  for (const go of waiting.splice(0)) go();
};

const { app, programs } = useServers();
const folder = useTestFolder();
beforeAll(() => makeCertificate(folder, 'erp', 'IP:127.0.0.1'));
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A mail as a relay took it whole. */
interface TakenMail {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/** A mail relay of one server, that answers the first few mails and holds the others. @param answered how many it answers before */
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
  // A connection that its server's death cut.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const { port } = smtp.server.address() as AddressInfo;
  return { taken, url: `smtp://127.0.0.1:${String(port)}` };
}

/** A system of an organisation's, over TLS: the ids of the messages that it was sent, as they came. */
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

/** Those that came more than once. */
const repeatedOf = (all: readonly string[]): string[] =>
  all.filter((one, at) => all.indexOf(one) !== at);

it('has the other server do what a killed one had under way: each mail and message arrives, none twice but what nobody had been told of', async () => {
  const { ids, url } = await listener();
  // It stops answering in the middle of a batch, which is then under way when its server dies.
  const first = await relay(5);
  const second = await relay(0);
  const settings = {
    NODE_EXTRA_CA_CERTS: path.join(folder, 'cert.pem'),
    WEBHOOKS: '127.0.0.1/32',
  };
  const partnerId = (await app.make.aPartner()).id;
  const told = await Promise.all(
    Array.from({ length: endpoints }, async () => {
      const id = randomUUID();
      const secret = app.deps.sealing.seal(newSecret(), sealedAbout(id));
      return (await aWebhook(app, { id, partnerId, url, secret })).id;
    }),
  );
  const message = (endpointId: string) => ({ endpointId, kind: 'step.updated', data: {} });
  const held = async () =>
    await app.db.webhookDelivery.findMany({ where: { heldBy: { not: null } } });

  // What it holds while it is alone says by which name it holds.
  const victim = await programs.startServer(await freePort(), {
    ...settings,
    SMTP_URL: first.url,
  });
  await app.db.webhookDelivery.create({ data: message(told[0] ?? '') });
  let holder: string | null = null;
  await until(async () => (holder = (await held())[0]?.heldBy ?? null) !== null);
  release();
  await programs.startServer(await freePort(), { ...settings, SMTP_URL: second.url });
  isHeld = true;

  await app.db.webhookDelivery.createMany({
    data: told.flatMap((id) => Array.from({ length: messagesEach }, () => message(id))),
  });
  for (let n = 0; n < mails; n += 1) {
    await app.deps.mail.enqueue(app.db, {
      ...{ to: `amina.${String(n)}@example.org`, lang: 'ar', template: 'resetPassword' },
      params: { name: 'أمينة', token: `S3cret${String(n)}` },
    });
  }
  // Both have their share under way.
  await until(async () => {
    if (first.taken.length < 6 || second.taken.length === 0) return false;
    const holders = (await held()).map(({ heldBy }) => heldBy);
    return holders.includes(holder) && new Set(holders).size === 2;
  });
  await programs.end(victim, 'SIGKILL');
  const killedAt = performance.now();
  // Looked at before anything is answered: what the dead one held it holds still.
  const messagesUnderWay = (await held()).flatMap(({ id, heldBy }) =>
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
  // A relay that had the whole mail and could not say so any more has it again, once, under the same Message-ID.
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
