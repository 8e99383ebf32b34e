import { readdir, readFile } from 'node:fs/promises';

import { langs } from '@wasl/contracts';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';
import { sealing } from '../auth/sealing.ts';
import { inTransaction } from '../db.ts';
import { mailFolder } from '../open-deps.ts';
import { composeMail } from './compose.ts';
import { mailHtml, mailText } from './layout.ts';
import { outboxRepository } from './outbox.repository.ts';
import { mailSender, retryDelaySeconds } from './sender.ts';
import type { Mail, MailTemplate, MailTemplates } from './templates.ts';
import { smtpTransport, type MailTransport } from './transport.ts';

const samples: { [T in MailTemplate]: MailTemplates[T] } = {
  confirmAddress: { name: 'Amina', token: 'T0ken' },
  resetPassword: { name: 'Amina', token: 'T0ken' },
  passwordChanged: { name: 'Amina', at: '2026-07-01T23:30:00Z' },
  newDevice: { name: 'Amina', at: '2026-07-01T23:30:00Z', browser: 'Firefox · Windows' },
  secondFactorChanged: { name: 'Amina', at: '2026-07-01T23:30:00Z', change: 'on' },
  agentAwaitingApproval: {
    name: 'Karim',
    agentName: 'Sara B',
    agentEmail: 's@example.org',
    organisation: 'CRI',
    token: 'T0ken',
  },
  agentApproved: { name: 'Sara', organisation: 'CRI' },
  agentRefused: { name: 'Sara', organisation: 'CRI' },
  agentRemoved: { name: 'Sara', organisation: 'CRI' },
  organisationRefused: { name: 'Sara', organisation: 'CRI', reason: 'Inconnu de nos services' },
  requestReceived: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    submittedAt: '2026-07-01T23:30:00Z',
  },
  stepAssigned: {
    name: 'Karim',
    organisation: 'CRI',
    numRequest: '2026-000007',
    service: 'Financement',
    requestId: 7,
    stepId: 12,
  },
  stepsAssigned: { name: 'Karim', organisation: 'CRI', count: 12 },
  documentsExpected: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    service: 'Financement',
    documents: ['Statuts', 'RIB'],
  },
  statusChanged: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    status: 'À reformuler',
    observation: 'Précisez le budget',
    page: 'edit',
  },
  processingHeld: {
    name: 'Karim',
    organisation: 'CRI',
    numRequest: '2026-000007',
    reason: 'Plan en révision',
    requestId: 7,
    stepId: 12,
  },
  processingResumed: {
    name: 'Karim',
    organisation: 'CRI',
    numRequest: '2026-000007',
    requestId: 7,
    stepId: 12,
  },
  agreementWithdrawn: { name: 'Karim', organisation: 'CRI', numRequest: '2026-000007' },
  requestWithdrawn: {
    name: 'Karim',
    organisation: 'CRI',
    numRequest: '2026-000007',
    reason: 'Le délai est trop long',
    text: 'Une banque m’a déjà répondu.',
    requestId: 7,
    stepId: 12,
  },
  stepPassedOn: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    service: 'Juridique',
    organisation: 'CRI',
    next: null,
    reason: 'Hors de notre zone d’intervention',
    text: 'Nous ne couvrons que Tanger.',
  },
  closingTakenBack: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    service: 'Juridique',
    organisation: 'CRI',
  },
  requestsUnrouted: { name: 'admin@example.ma', count: 2, requests: ['2026-000007'] },
  organisationUnattended: {
    name: 'admin@example.ma',
    organisation: 'CRI',
    partnerId: 5,
    count: 1,
    requests: ['2026-000007'],
  },
  requestHandled: { name: 'Amina', requestId: 7, numRequest: '2026-000007' },
  messageReceived: {
    name: 'Amina',
    from: 'CRI',
    numRequest: '2026-000007',
    service: 'Financement',
    stepId: 12,
  },
  noteMention: {
    name: 'Karim',
    colleague: 'Salma Bennis',
    numRequest: '2026-000007',
    service: 'Financement',
    requestId: 7,
    stepId: 12,
  },
  beneficiaryWrote: {
    name: 'Karim',
    from: 'Amina',
    numRequest: '2026-000007',
    service: 'Financement',
    stepId: 12,
  },
  requestEvents: {
    name: 'Karim',
    numRequest: '2026-000007',
    // One of each, so that every line is written in every language.
    events: [
      {
        template: 'stepAssigned',
        params: {
          name: 'Karim',
          organisation: 'CRI',
          numRequest: '2026-000007',
          service: 'Financement',
          requestId: 7,
          stepId: 12,
        },
      },
      {
        template: 'beneficiaryWrote',
        params: {
          name: 'Karim',
          from: 'Amina',
          numRequest: '2026-000007',
          service: 'Financement',
          stepId: 12,
        },
      },
      {
        template: 'noteMention',
        params: {
          name: 'Karim',
          colleague: 'Salma Bennis',
          numRequest: '2026-000007',
          service: 'Financement',
          requestId: 7,
          stepId: 12,
        },
      },
      {
        template: 'processingHeld',
        params: { name: 'Karim', organisation: 'CRI', numRequest: '2026-000007', reason: 'Plan' },
      },
      {
        template: 'processingResumed',
        params: { name: 'Karim', organisation: 'CRI', numRequest: '2026-000007' },
      },
      {
        template: 'agreementWithdrawn',
        params: { name: 'Karim', organisation: 'CRI', numRequest: '2026-000007' },
      },
      {
        template: 'requestWithdrawn',
        params: {
          name: 'Karim',
          organisation: 'CRI',
          numRequest: '2026-000007',
          reason: 'Trop long',
          text: 'Merci',
          requestId: 7,
          stepId: 12,
        },
      },
    ],
  },
  agentDigest: {
    name: 'Karim',
    organisation: 'CRI',
    since: '2026-06-12',
    fresh: 3,
    half: 1,
    late: 2,
    waiting: 11,
  },
  notTakenUp: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    service: 'Financement',
    organisation: 'CRI',
    dueOn: '2026-07-01',
  },
  documentAwaited: {
    name: 'Amina',
    requestId: 7,
    numRequest: '2026-000007',
    service: 'Financement',
    organisation: 'CRI',
    documents: ['Statuts', 'RIB'],
  },
  draftForgotten: { name: 'Amina', requestId: 7, numRequest: '2026-000007' },
  agreementAsked: { name: 'Amina', organisation: 'CRI', count: 3, requestId: 7 },
  invitation: { name: 'Amina', organisation: 'CRI', token: 'T0ken' },
  invitationAgain: { name: 'Amina', organisation: 'CRI', token: 'T0ken' },
  accountDeletionAsked: { name: 'Amina', dueOn: '2026-08-01' },
  accountKept: { name: 'Amina' },
  accountErased: { name: 'Amina' },
};
const templates = Object.keys(samples) as MailTemplate[];

describe('a mail', () => {
  it.each(templates.flatMap((template) => langs.map((lang) => [template, lang] as const)))(
    '%s in %s says everything, with a link of ours only',
    (template, lang) => {
      const content = composeMail(template, samples[template], lang, 'https://portail.example.ma');
      const [html, text] = [mailHtml(content), mailText(content)];
      for (const part of [content.subject, html, text])
        expect(part).not.toMatch(/\{\{|undefined|\[object/);
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) =>
        (url ?? '').replaceAll('&amp;', '&'),
      );
      expect(links.length > 0).toBe(content.button !== null);
      for (const url of [...links, ...(text.match(/https?:\S+/g) ?? [])]) {
        expect(url).toMatch(
          /^https:\/\/portail\.example\.ma\/[\w/]*\?([\w=&%-]+&)?lang=(fr|en|ar|es)(#emails|#notes|#sessions)?$/,
        );
      }
      if ('token' in samples[template]) expect(text).toContain('/T0ken?');
      expect(html).toContain(lang === 'ar' ? 'dir="rtl"' : 'dir="ltr"');
      expect(/\p{Script=Arabic}/u.test(content.subject)).toBe(lang === 'ar');
    },
  );

  it('names the documents that are expected, one by one', () => {
    const content = composeMail(
      'documentsExpected',
      samples.documentsExpected,
      'fr',
      'https://x.ma',
    );
    for (const part of [mailHtml(content), mailText(content)]) {
      for (const document of samples.documentsExpected.documents) expect(part).toContain(document);
    }
  });

  /** Where each leads; null: to no page, its reader works at a terminal. A template that is missing here does not compile. */
  const leadsTo: { [T in MailTemplate]: string | null } = {
    confirmAddress: '/emailConfirmation/T0ken',
    resetPassword: '/reinitialiserMotPasse/T0ken',
    passwordChanged: '/forgotPassword',
    newDevice: '/profileSettings#sessions',
    secondFactorChanged: '/secondFactor',
    agentAwaitingApproval: '/approveAgent/T0ken',
    agentApproved: '/login',
    agentRefused: '/login',
    agentRemoved: '/login',
    organisationRefused: '/login',
    requestReceived: '/requests/7/receipt',
    stepAssigned: '/requests/7/steps/12',
    stepsAssigned: '/requests',
    documentsExpected: '/requests/7/follow',
    statusChanged: '/editRequest/7',
    processingHeld: '/requests/7/steps/12',
    processingResumed: '/requests/7/steps/12',
    agreementWithdrawn: '/requests',
    requestWithdrawn: '/requests/7/steps/12',
    stepPassedOn: '/requests/7',
    closingTakenBack: '/requests/7',
    requestHandled: '/requests/7/follow',
    messageReceived: '/messages/12',
    noteMention: '/requests/7/steps/12#notes',
    beneficiaryWrote: '/messages/12',
    requestEvents: '/requests/7/steps/12',
    invitation: '/reinitialiserMotPasse/T0ken',
    invitationAgain: '/reinitialiserMotPasse/T0ken',
    accountDeletionAsked: '/login',
    accountKept: '/login',
    accountErased: '/login',
    agreementAsked: '/requests',
    requestsUnrouted: null,
    organisationUnattended: null,
    agentDigest: '/requests',
    notTakenUp: '/requests/7',
    documentAwaited: '/requests/7/follow',
    draftForgotten: '/editRequest/7',
  };
  it.each(Object.entries(leadsTo) as [MailTemplate, string | null][])(
    '%s leads to %s',
    (template, place) => {
      const { button } = composeMail(template, samples[template], 'es', 'https://x.ma');
      if (place === null) {
        expect(button).toBeNull();
        return;
      }
      const url = new URL(button?.url ?? '');
      expect(url.searchParams.get('lang')).toBe('es');
      url.searchParams.delete('lang');
      expect(url.href).toBe(`https://x.ma${place}`);
    },
  );

  it('leads from a change of status to where the reader can act, or read', () => {
    const place = (page: MailTemplates['statusChanged']['page']) => {
      const params = { ...samples.statusChanged, ...(page === undefined ? {} : { page }) };
      if (page === undefined) delete params.page;
      return composeMail('statusChanged', params, 'fr', 'https://x.ma').button?.url;
    };
    expect(place('followUp')).toBe('https://x.ma/requests/7/follow?lang=fr');
    expect(place('edit')).toBe('https://x.ma/editRequest/7?lang=fr');
    expect(place('request')).toBe('https://x.ma/requests/7?lang=fr');
    // Written by an earlier release, sent by this one.
    expect(place(undefined)).toBe('https://x.ma/requests/7?lang=fr');
  });

  it('leads to the row of its request where the step is not known, and to its dialog where an earlier release wrote it', () => {
    const { stepId, requestId: _, ...params } = samples.stepAssigned;
    const place = (given: MailTemplates['stepAssigned']) =>
      composeMail('stepAssigned', given, 'fr', 'https://x.ma').button?.url;
    expect(place(params)).toBe('https://x.ma/requests?number=2026-000007&lang=fr');
    expect(place({ ...params, ...(stepId === undefined ? {} : { stepId }) })).toBe(
      'https://x.ma/requests?number=2026-000007&step=12&open=update&lang=fr',
    );
  });

  it.each(['requestsUnrouted', 'organisationUnattended'] as const)(
    '%s leads to no page: it names requests and the command',
    (template) => {
      const content = composeMail(template, samples[template], 'fr', 'https://x.ma');
      expect(content.button).toBeNull();
      expect(mailText(content)).toContain('- 2026-000007');
      expect(mailText(content)).toContain('npm run admin -- requests unrouted');
      expect(mailHtml(content)).not.toContain('href');
    },
  );

  it('keeps the fragment of a link at its end', () => {
    const { preferences } = composeMail(
      'stepsAssigned',
      samples.stepsAssigned,
      'ar',
      'https://x.ma',
    );
    expect(preferences?.url).toBe('https://x.ma/profileSettings?lang=ar#emails');
  });

  it('writes dates as dd/MM/yyyy in Morocco’s time', () => {
    const content = composeMail('requestReceived', samples.requestReceived, 'fr', 'https://x.ma');
    expect(content.paragraphs[0]).toContain('02/07/2026 00:30');
  });

  it('escapes what people wrote, in its HTML and not in its text (S29)', () => {
    const params = {
      name: '<img src=x onerror=alert(1)>',
      organisation: '"><script>alert(1)</script>',
    };
    const content = composeMail('agentApproved', params, 'fr', 'https://x.ma');
    expect(mailHtml(content)).not.toMatch(/<script|<img/);
    expect(mailHtml(content)).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mailText(content)).toContain('<img src=x onerror=alert(1)>');
  });

  it('keeps its subject on one line and drops direction marks (S29, S30)', () => {
    const params = {
      ...samples.statusChanged,
      status: 'X\r\nBcc: all@example.org',
      name: 'a\u202Eb',
    };
    const content = composeMail('statusChanged', params, 'fr', 'https://x.ma');
    expect(content.subject).toBe('Demande 2026-000007\u00a0: X Bcc: all@example.org');
    expect(content.greeting).toBe('Bonjour ab,');
  });

  it('keeps a reference on one line, where it would break at its hyphen', () => {
    for (const lang of langs)
      expect(
        mailHtml(composeMail('notTakenUp', samples.notTakenUp, lang, 'https://x.ma')),
      ).toContain('<span style="white-space:nowrap">2026-000007</span>');
  });

  it('keeps a reference left to right inside Arabic', () => {
    expect(
      composeMail('requestHandled', samples.requestHandled, 'ar', 'https://x.ma').subject,
    ).toContain('\u20662026-000007\u2069');
  });
});

describe('the outbox', () => {
  let app: TestApp;
  let now = new Date('2026-03-10T09:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    app = await createTestApp({ clock });
  });
  afterAll(async () => {
    await app.close();
  });
  beforeEach(async () => {
    await app.db.outboxMail.deleteMany();
    // Rows are due from the database's own clock on: ours starts after it.
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
      unsubscribeEmail: null,
    });

  /** A transport that fails the given number of times, then takes the mails. */
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

  it('sends what was committed and nothing of what was rolled back', async () => {
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

  it('wakes the sender after the commit, not before and not on roll-back', async () => {
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

  it('waits while the server is down, then sends once and erases the secret (S59)', async () => {
    await app.deps.mail.enqueue(app.db, reset('a@example.org'));
    const transport = flaky(2);
    const sender = senderOn(transport);
    await sender.sendDue();
    expect(await app.db.outboxMail.findFirst()).toMatchObject({ state: 'WAITING', attempts: 1 });
    await sender.sendDue();
    expect(transport.sent).toEqual([]);
    now = new Date(now.getTime() + retryDelaySeconds(1) * 1000);
    await sender.sendDue();
    now = new Date(now.getTime() + retryDelaySeconds(2) * 1000);
    await sender.sendDue();
    await sender.sendDue();
    expect(transport.sent).toEqual(['a@example.org']);
    expect(await app.db.outboxMail.findFirst()).toMatchObject({
      state: 'SENT',
      params: {},
      attempts: 3,
    });
  });

  it('gives a link up at once that was sealed with another secret, and says why (S68)', async () => {
    await app.deps.mail.enqueue(app.db, reset('sealed@example.org'));
    const transport = flaky(0);
    await senderOn(transport, sealing('another-secret-of-the-installation')).sendDue();
    expect(transport.sent).toEqual([]);
    const row = await app.db.outboxMail.findFirst();
    expect(row).toMatchObject({ state: 'FAILED', attempts: 1, lastError: 'SEALED_BEFORE' });
    expect(JSON.stringify(row)).not.toContain('S3cret');
    expect(app.logLines.join('\n')).not.toContain('S3cret');
  });

  it('sends what somebody waits for before a file of invitations', async () => {
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
    // They are taken ten at a time.
    const first = transport.sent.slice(0, 10).filter((to) => !to.startsWith('invited'));
    expect(first).toEqual(['approved@example.org', 'waits@example.org']);
    expect(transport.sent).toHaveLength(32);
  });

  it('gives a mail back when the process that took it dies', async () => {
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

  it('sends each mail once with two senders at work', async () => {
    for (let i = 0; i < 30; i += 1)
      await app.deps.mail.enqueue(app.db, reset(`a${String(i)}@example.org`));
    const transport = flaky(0);
    await Promise.all([senderOn(transport).sendDue(), senderOn(transport).sendDue()]);
    expect(transport.sent.toSorted()).toEqual(
      Array.from({ length: 30 }, (_, i) => `a${String(i)}@example.org`).toSorted(),
    );
  });

  it('gives up on an address that the server refuses again and again', async () => {
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
    'waits where the relay refuses every mail (%s)',
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
      // What had left is not sent again, and a mail keeps its Message-ID over all attempts.
      expect(ids).toEqual([`<outbox-${String(row.id)}@example.ma>`]);
    },
  );

  it('refuses an address that is more than an address (S30)', async () => {
    await expect(
      app.deps.mail.enqueue(app.db, reset('a@example.org\r\nBcc: b@example.org')),
    ).rejects.toThrow();
    await expect(
      app.deps.mail.enqueue(app.db, reset('a@example.org, b@example.org')),
    ).rejects.toThrow();
  });

  it('is not handed to a server without TLS where that is required', async () => {
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

  it('arrives by SMTP as HTML and text, in Arabic too', async () => {
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

  it('is a folder of .eml files and a mailbox page where no server is configured', async () => {
    await app.deps.mail.enqueue(app.db, reset('amina@example.org'));
    await app.sender.sendDue();
    const folder = mailFolder(app.deps.settings);
    const name = (await readdir(folder)).find((file) => file.endsWith('.eml')) ?? '';
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
