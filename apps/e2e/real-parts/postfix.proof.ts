import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';

import { composeMail } from '../../api/src/platform/mail/compose.ts';
import { mailHtml, mailText } from '../../api/src/platform/mail/layout.ts';
import { checkSmtp } from '../../api/src/platform/mail/transport.ts';
import { execute, until, useTestApp } from './set-up.ts';

const { TEST_POSTFIX: folder = '', TEST_POSTFIX_PORT: port = '' } = process.env;
const publicUrl = 'http://wasl.test';

// Ahead of the database's clock, which sets the due time of a new mail.
let now = new Date(Date.now() + 60_000);
const app = useTestApp({
  clock: { now: () => now },
  env: {
    SMTP_URL: `smtp://localhost:${port}?requireTLS=true`,
    MAIL_FROM: 'Wasl <no-reply@wasl.test>',
  },
});
beforeEach(async () => {
  await app.db.outboxMail.deleteMany();
});

const postfix = (word: string) => execute('postfix', ['-c', folder, word]);

/** Restarts Postfix, because a process with an open connection uses its old configuration. */
async function refuseSender(answer: string | null): Promise<void> {
  await writeFile(
    path.join(folder, 'senders'),
    answer === null ? '' : `no-reply@wasl.test ${answer}\n`,
  );
  await postfix('stop');
  await postfix('start');
}

const inbox = path.join(folder, 'mails/amina/new');
const arrived = (): Promise<string[]> => readdir(inbox).catch(() => []);

/** Bytes of the next mail in the mailbox. */
async function nextMail(known: readonly string[]): Promise<Buffer> {
  const fresh = await until(async () => (await arrived()).find((name) => !known.includes(name)));
  return await readFile(path.join(inbox, fresh));
}

const params = { name: 'أمينة بنت الحسن', token: 'S3cret' };
async function write(to = 'amina@example.org'): Promise<number> {
  await app.deps.mail.enqueue(app.db, { to, lang: 'ar', template: 'resetPassword', params });
  const { id } = await app.db.outboxMail.findFirstOrThrow({ orderBy: { id: 'desc' } });
  return id;
}
const row = (id: number) => app.db.outboxMail.findUniqueOrThrow({ where: { id } });

/** Makes more attempts than the limit for a recipient's own error. */
async function tryForHours(): Promise<void> {
  for (let n = 0; n < 7; n += 1) {
    await app.sender.sendDue();
    now = new Date(now.getTime() + 3600 * 1000);
  }
}

it('sends mails to a real postfix over STARTTLS, which stores them byte for byte', async () => {
  const known = await arrived();
  const id = await write();
  await app.sender.sendDue();
  expect(await row(id)).toMatchObject({ state: 'SENT', lastError: null });
  const bytes = await nextMail(known);
  // Postfix's own line about the transport.
  expect(bytes.toString('latin1')).toMatch(/using TLSv1\.[23]/);
  const mail = await simpleParser(bytes);
  const content = composeMail('resetPassword', params, 'ar', publicUrl);
  expect(mail.subject).toBe(content.subject);
  const { messageKey } = await row(id);
  expect(mail.messageId).toBe(`<${messageKey}@wasl.test>`);
  expect(mail.html).toBe(mailHtml(content));
  expect(mail.text?.trimEnd()).toBe(mailText(content).trimEnd());
});

it('defers mails while the certificate is wrong and while the relay offers no TLS', async () => {
  await expect(
    checkSmtp(`smtp://127.0.0.1:${port}?requireTLS=true`, { tls: true }),
  ).rejects.toThrow(/altnames|IP/);
  await checkSmtp(`smtp://localhost:${port}`, { tls: true });
});

it.each(['550 5.7.1 Sender not allowed', '554 5.7.1 Access denied', '451 4.7.1 Later'])(
  'waits for as long as the relay refuses our sender (%s), and then sends once',
  async (answer) => {
    await refuseSender(answer);
    const id = await write();
    const known = await arrived();
    await tryForHours();
    const waiting = await row(id);
    expect(waiting).toMatchObject({ state: 'WAITING' });
    expect(waiting.lastError).toContain(answer.slice(0, 9));
    await refuseSender(null);
    await tryForHours();
    expect(await row(id)).toMatchObject({ state: 'SENT', lastError: null });
    expect((await simpleParser(await nextMail(known))).messageId).toBe(
      `<${waiting.messageKey}@wasl.test>`,
    );
    expect(await arrived()).toHaveLength(known.length + 1);
  },
);

it('drops a mail to an unknown recipient and sends the next one', async () => {
  const known = await arrived();
  const wrong = await write('nobody@example.org');
  const right = await write();
  await tryForHours();
  const given = await row(wrong);
  expect(given).toMatchObject({ state: 'FAILED', attempts: 5 });
  expect(given.lastError).toContain('550 5.1.1');
  expect(await row(right)).toMatchObject({ state: 'SENT' });
  await nextMail(known);
});

it('sends the mails queued during an outage of the relay once', async () => {
  await postfix('stop');
  const known = await arrived();
  const id = await write();
  await tryForHours();
  expect(await row(id)).toMatchObject({ state: 'WAITING' });
  await postfix('start');
  await tryForHours();
  expect(await row(id)).toMatchObject({ state: 'SENT', lastError: null });
  await nextMail(known);
  expect(await arrived()).toHaveLength(known.length + 1);
});
