import { readdir, readFile } from 'node:fs/promises';

import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { beforeEach, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { sealing } from '../auth/sealing.ts';
import { inTransaction } from '../database/db.ts';
import { mailFolder } from '../program/open-deps.ts';
import { outboxRepository } from './outbox.repository.ts';
import { mailRetries, mailSender } from './sender.ts';
import type { Mail } from './mails/index.ts';
import { smtpTransport, type MailTransport } from './transport.ts';

describe('the outbox', () => {
  let now = new Date('2026-03-10T09:00:00Z');
  const clock = { now: () => now };
  const app = useTestApp({ clock });
  beforeEach(async () => {
    await app.db.outboxMail.deleteMany();
    // Due times use the database's clock; the test's clock starts after it.
    now = new Date(Date.now() + 60_000);
  });

  const reset = (to: string): Mail => ({
    to,
    lang: 'fr',
    template: 'resetPassword',
    params: { name: 'A', token: 'S3cret' },
  });
  const senderOn = (transport: MailTransport, seals = app.deps.sealing) =>
    mailSender({
      sealing: seals,
      db: app.db,
      clock,
      log: app.deps.log,
      transport,
      from: 'Wasl <no-reply@example.ma>',
      publicUrl: 'https://x.ma',
      unsubscribing: app.deps.unsubscribing,
    });

  /** A transport that fails this many times, then accepts mails. */
  function flaky(
    failures: number,
    error: Error = new Error('connect ECONNREFUSED'),
  ): MailTransport & { sent: string[] } {
    let left = failures;
    const sent: string[] = [];
    return {
      sent,
      send: (mail) => {
        left -= 1;
        if (left >= 0) return Promise.reject(error);
        sent.push(mail.to);
        return Promise.resolve();
      },
      close: () => undefined,
    };
  }

  it('sends committed mails, and no mails of a rolled back transaction', async () => {
    await inTransaction(app.db, async (tx) => {
      await app.deps.mail.enqueue(tx, reset('kept@example.org'));
    });
    await expect(
      inTransaction(app.db, async (tx) => {
        await app.deps.mail.enqueue(tx, reset('rolled.back@example.org'));
        throw new Error('the deed failed');
      }),
    ).rejects.toThrow('the deed failed');
    const transport = flaky(0);
    await senderOn(transport).sendDue();
    expect(transport.sent).toEqual(['kept@example.org']);
  });

  it('wakes the sender after the commit only', async () => {
    const { createOutbox } = await import('./outbox.ts');
    let wakes = 0;
    const outbox = createOutbox({
      sealing: app.deps.sealing,
      wake: () => {
        wakes += 1;
      },
      mergeMinutes: 0,
    });
    await inTransaction(app.db, async (tx) => {
      await outbox.enqueue(tx, reset('a@example.org'));
      expect(wakes).toBe(0);
    });
    expect(wakes).toBe(1);
    await inTransaction(app.db, async (tx) => {
      await outbox.enqueue(tx, reset('b@example.org'));
      throw new Error('no');
    }).catch(() => undefined);
    expect(wakes).toBe(1);
  });

  it('waits while the server is down, then sends once and deletes the secret', async () => {
    await app.deps.mail.enqueue(app.db, reset('a@example.org'));
    const transport = flaky(2);
    const sender = senderOn(transport);
    await sender.sendDue();
    expect(await app.db.outboxMail.findFirst()).toMatchObject({ state: 'WAITING', attempts: 1 });
    await sender.sendDue();
    expect(transport.sent).toEqual([]);
    now = new Date(now.getTime() + (mailRetries(1) ?? 0) * 1000);
    await sender.sendDue();
    now = new Date(now.getTime() + (mailRetries(2) ?? 0) * 1000);
    await sender.sendDue();
    await sender.sendDue();
    expect(transport.sent).toEqual(['a@example.org']);
    expect(await app.db.outboxMail.findFirst()).toMatchObject({
      state: 'SENT',
      params: {},
      attempts: 3,
    });
  });

  it('gives up immediately on a link sealed with another secret, and reports the reason', async () => {
    await app.deps.mail.enqueue(app.db, reset('sealed@example.org'));
    const transport = flaky(0);
    await senderOn(transport, sealing('another-secret-of-the-installation')).sendDue();
    expect(transport.sent).toEqual([]);
    const row = await app.db.outboxMail.findFirst();
    expect(row).toMatchObject({ state: 'FAILED', attempts: 1, lastError: 'SEALED_BEFORE' });
    expect(JSON.stringify(row)).not.toContain('S3cret');
    expect(app.logLines.join('\n')).not.toContain('S3cret');
  });

  it('sends mails for waiting users before a batch of invitations', async () => {
    const invitation = (n: number): Mail => ({
      to: `invited.${String(n)}@example.org`,
      lang: 'fr',
      template: 'invitation',
      params: { name: 'A', organisation: 'CRI', token: 'S3cret' },
    });
    await app.deps.mail.enqueueMany(
      app.db,
      Array.from({ length: 30 }, (_, n) => invitation(n)),
    );
    await app.deps.mail.enqueue(app.db, {
      to: 'approved@example.org',
      lang: 'fr',
      template: 'agentApproved',
      params: { name: 'A', organisation: 'CRI' },
    });
    await app.deps.mail.enqueueMany(app.db, [reset('waits@example.org')]);
    const transport = flaky(0);
    await senderOn(transport).sendDue();
    // The sender takes ten at a time.
    const first = transport.sent.slice(0, 10).filter((to) => !to.startsWith('invited'));
    expect(first).toEqual(['approved@example.org', 'waits@example.org']);
    expect(transport.sent).toHaveLength(32);
  });

  it('releases a mail when the process that leased it dies', async () => {
    await app.deps.mail.enqueue(app.db, reset('a@example.org'));
    const dead = senderOn({
      send: () => new Promise<never>(() => undefined),
      close: () => undefined,
    });
    void dead.sendDue();
    await expect.poll(async () => (await app.db.outboxMail.findFirst())?.attempts).toBe(1);
    const transport = flaky(0);
    const living = senderOn(transport);
    await living.sendDue();
    expect(transport.sent).toEqual([]);
    now = new Date(now.getTime() + 121_000);
    await living.sendDue();
    expect(transport.sent).toEqual(['a@example.org']);
  });

  it('sends each mail once with two active senders', async () => {
    for (let i = 0; i < 30; i += 1)
      await app.deps.mail.enqueue(app.db, reset(`a${String(i)}@example.org`));
    const transport = flaky(0);
    await Promise.all([senderOn(transport).sendDue(), senderOn(transport).sendDue()]);
    expect(transport.sent.toSorted()).toEqual(
      Array.from({ length: 30 }, (_, i) => `a${String(i)}@example.org`).toSorted(),
    );
  });

  it('gives up on an address after repeated refusals by the server', async () => {
    await app.deps.mail.enqueue(app.db, reset('gone@example.org'));
    const refusal = Object.assign(new Error('550 no such user'), {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 no such user',
    });
    const sender = senderOn(flaky(99, refusal));
    for (let i = 0; i < 6; i += 1) {
      await sender.sendDue();
      now = new Date(now.getTime() + 3600 * 1000);
    }
    expect(await app.db.outboxMail.findFirst()).toMatchObject({
      state: 'FAILED',
      attempts: 5,
      lastError: 'EENVELOPE 550 5.1.1 no such user',
    });
  });

  it.each([
    ['its own sender', 'onMailFrom', '550 5.1.8 bad sender address', true],
    ['to relay for us', 'onRcptTo', '554 5.7.1 relay access denied', true],
    ['an unknown recipient', 'onRcptTo', '550 5.1.1 no such user', false],
  ] as const)(
    'waits when the relay refuses every mail (%s)',
    async (_what, hook, words, isWaited) => {
      const ids: string[] = [];
      let isRefusing = true;
      const refuse = (
        _address: unknown,
        _session: unknown,
        done: (error?: Error) => void,
      ): void => {
        done(
          isRefusing
            ? Object.assign(new Error(words.slice(4)), { responseCode: Number(words.slice(0, 3)) })
            : undefined,
        );
      };
      const smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        [hook]: refuse,
        onData: (stream, _session, done) => {
          simpleParser(stream).then((mail) => {
            ids.push(mail.messageId ?? '');
            done();
          }, done);
        },
      });
      await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
      const address = smtp.server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const sender = senderOn(smtpTransport(`smtp://127.0.0.1:${String(port)}`, { tls: false }));
      await app.deps.mail.enqueue(app.db, reset('amina@example.org'));
      for (let i = 0; i < 8; i += 1) {
        await sender.sendDue();
        now = new Date(now.getTime() + 3600 * 1000);
      }
      const row = await app.db.outboxMail.findFirstOrThrow();
      expect(row).toMatchObject({
        state: isWaited ? 'WAITING' : 'FAILED',
        lastError: `EENVELOPE ${words}`,
      });
      isRefusing = false;
      await outboxRepository(app.db).retry([row.id], now);
      await sender.sendDue();
      await outboxRepository(app.db).retry([row.id], now);
      await sender.sendDue();
      await sender.stop();
      await new Promise<void>((resolve) => smtp.close(resolve));
      // A sent mail is not sent again, and its Message-ID stays the same over all attempts.
      expect(ids).toEqual([`<${row.messageKey}@example.ma>`]);
      expect(row.messageKey).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );

  it('rejects an address with additional content', async () => {
    await expect(
      app.deps.mail.enqueue(app.db, reset('a@example.org\r\nBcc: b@example.org')),
    ).rejects.toThrow();
    await expect(
      app.deps.mail.enqueue(app.db, reset('a@example.org, b@example.org')),
    ).rejects.toThrow();
  });

  it('does not deliver to a server without TLS when TLS is required', async () => {
    let isSpoken = false;
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        isSpoken = true;
        done();
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const address = smtp.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const sender = senderOn(smtpTransport(`smtp://127.0.0.1:${String(port)}`, { tls: true }));
    await app.deps.mail.enqueue(app.db, reset('amina@example.org'));
    await sender.sendDue();
    await sender.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
    expect(isSpoken).toBe(false);
    expect(await app.db.outboxMail.findFirst()).toMatchObject({
      state: 'WAITING',
      lastError: expect.stringMatching(/^ETLS\b/) as string,
    });
  });

  it('is delivered by SMTP as HTML and text, in Arabic too', async () => {
    const inbox: ParsedMail[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        simpleParser(stream).then((mail) => {
          inbox.push(mail);
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const address = smtp.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const sender = senderOn(
      smtpTransport(`smtp://127.0.0.1:${String(port)}?ignoreTLS=true`, { tls: false }),
    );
    await app.deps.mail.enqueue(app.db, { ...reset('amina@example.org'), lang: 'ar' });
    await sender.sendDue();
    await sender.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
    expect(inbox[0]).toMatchObject({
      subject: 'إعادة تعيين كلمة المرور',
      to: { text: 'amina@example.org' },
    });
    expect(inbox[0]?.from?.text).toContain('no-reply@example.ma');
    expect(inbox[0]?.text).toContain('https://x.ma/reinitialiserMotPasse/S3cret?lang=ar');
    expect(String(inbox[0]?.html)).toContain('dir="rtl"');
  });

  it('attaches the calendar file of a due day', async () => {
    const params = { name: 'Amina', dueOn: '2026-08-01' };
    await app.deps.mail.enqueue(app.db, {
      to: 'amina@example.org',
      lang: 'fr',
      template: 'accountDeletionAsked',
      params,
    });
    const { messageKey } = await app.db.outboxMail.findFirstOrThrow();
    await app.sender.sendDue();
    const folder = mailFolder(app.deps.settings);
    const name = (await readdir(folder)).findLast((file) => file.endsWith('.eml')) ?? '';
    const { attachments, text } = await simpleParser(await readFile(`${folder}/${name}`));
    expect(text).toContain('Le fichier joint ajoute cette date à votre agenda.');
    expect(attachments).toMatchObject([{ filename: 'wasl.ics', contentType: 'text/calendar' }]);
    const file = attachments[0]?.content.toString() ?? '';
    expect(file).toContain('DTSTART;VALUE=DATE:20260801\r\n');
    expect(file).toContain(`UID:${messageKey}\r\n`);
    expect(file).toContain('Wasl\u00a0: votre compte sera effacé');
  });

  it('writes a folder of .eml files and a mailbox page without a configured server', async () => {
    await app.deps.mail.enqueue(app.db, reset('amina@example.org'));
    await app.sender.sendDue();
    const folder = mailFolder(app.deps.settings);
    const name = (await readdir(folder)).findLast((file) => file.endsWith('.eml')) ?? '';
    const mail = await simpleParser(await readFile(`${folder}/${name}`));
    expect(mail).toMatchObject({
      subject: 'Réinitialisez votre mot de passe',
      to: { text: 'amina@example.org' },
    });
    const list = await (await fetch(`${app.baseUrl}/dev/mail`)).text();
    expect(list).toContain('amina@example.org');
    expect(list).toContain('http://wasl.test/reinitialiserMotPasse/S3cret?lang=fr');
    const id = String(Number(name.replace('.eml', '')));
    const html = await fetch(`${app.baseUrl}/dev/mail/${id}/html`);
    expect(await html.text()).toContain('reinitialiserMotPasse/S3cret');
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${app.baseUrl}/dev/mail/..%2f..%2fjwt-secret/text`)).status).toBe(404);
  });
});
