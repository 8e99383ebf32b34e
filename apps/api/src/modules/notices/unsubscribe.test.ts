import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import { langs, mailKinds, type MailKind } from '@wasl/contracts';
import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, it } from 'vitest';

import { mailFolder } from '../../platform/program/open-deps.ts';
import { mailSender } from '../../platform/mail/sender.ts';
import { folderTransport, type OutgoingMail } from '../../platform/mail/transport.ts';
import { unsubscribeTokens } from '../../platform/mail/unsubscribe-tokens.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { createTestApp, testSecret, useTestApp } from '../../testing/index.ts';

const clock = movableClock();
const app = useTestApp({ clock });
beforeEach(() => app.db.outboxMail.deleteMany());

const dayseconds = 24 * 60 * 60;
const open = (path: string, init: RequestInit = {}) => fetch(`${app.baseUrl}${path}`, init);
const press = (path: string) => open(path, { method: 'POST' });
const linkOf = (user: { readonly id: string }, ...kinds: MailKind[]) =>
  `/emails/stop/${app.deps.unsubscribing.sign({ userId: user.id, kinds })}`;
const refusedBy = async (user: { readonly id: string }): Promise<string[]> =>
  (await app.db.refusedMail.findMany({ where: { userId: user.id } }))
    .map(({ kind }) => kind)
    .sort();

/** All due mails, as the mail server gets them. */
async function sent(over: Partial<Parameters<typeof mailSender>[0]> = {}): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  clock.advance(3600);
  await mailSender({
    sealing: app.deps.sealing,
    db: app.db,
    clock,
    log: app.deps.log,
    from: 'Wasl <no-reply@example.ma>',
    publicUrl: 'https://x.ma',
    unsubscribing: app.deps.unsubscribing,
    transport: {
      send: (mail) => {
        mails.push(mail);
        return Promise.resolve();
      },
      close: () => undefined,
    },
    ...over,
  }).sendDue();
  return mails;
}
const draftMail = (to: string) =>
  app.deps.mail.enqueue(app.db, {
    to,
    lang: 'ar',
    template: 'draftForgotten',
    params: { name: 'Amina', requestId: 7, numRequest: '2026-000007' },
  });

describe('an optional mail', () => {
  it('has an unsubscribe link for its reader and its kind, in the footer and for the mail program', async () => {
    const user = await app.make.aBeneficiary();
    await draftMail(user.email);
    const [mail] = await sent();
    const url = new URL(mail?.unsubscribe?.url ?? '');
    expect(url.origin).toBe('https://x.ma');
    expect(url.searchParams.get('lang')).toBe('ar');
    expect(mail?.text).toContain(url.href);
    expect(mail?.html).toContain(url.href.replaceAll('&', '&amp;'));
    expect(app.deps.unsubscribing.verify(url.pathname.replace('/emails/stop/', ''))).toEqual({
      userId: user.id,
      kinds: ['DRAFT'],
    });
    // The link contains no e-mail address.
    expect(url.href).not.toContain('@');
  });

  it('about several events can unsubscribe from the kinds of all its events, and no others', async () => {
    const agent = await app.make.anAgent();
    const step = { numRequest: '2026-000007', service: 'Export', stepId: 1, requestId: 7 };
    await app.deps.mail.enqueueMany(app.db, [
      {
        to: agent.email,
        lang: 'fr',
        template: 'processingHeld',
        params: { name: 'K', organisation: 'CRI', numRequest: '2026-000007', reason: null },
      },
      {
        to: agent.email,
        lang: 'fr',
        template: 'stepAssigned',
        params: { ...step, name: 'K', organisation: 'CRI' },
      },
      {
        to: agent.email,
        lang: 'fr',
        template: 'beneficiaryWrote',
        params: { ...step, name: 'K', from: 'Amina' },
      },
    ]);
    const [mail, ...rest] = await sent();
    expect(rest).toEqual([]);
    const token = new URL(mail?.unsubscribe?.url ?? '').pathname.replace('/emails/stop/', '');
    expect(app.deps.unsubscribing.verify(token)?.kinds).toEqual(['ASSIGNED', 'MESSAGE']);
  });

  it('has no link when the mail is mandatory or the address has no account', async () => {
    const user = await app.make.aBeneficiary();
    await app.deps.mail.enqueue(app.db, {
      to: user.email,
      lang: 'fr',
      template: 'resetPassword',
      params: { name: 'A', token: 'S3cret' },
    });
    await draftMail('nobody@example.org');
    const mails = await sent();
    expect(mails.map(({ unsubscribe }) => unsubscribe)).toEqual([null, null]);
  });

  it.each([
    [
      'https://x.ma',
      /^<https:\/\/x\.ma\/emails\/stop\/[\w.-]+\?lang=ar>$/,
      'List-Unsubscribe=One-Click',
    ],
    // One-click unsubscription requires https.
    ['http://localhost:3000', /^<http:[^>]+>$/, undefined],
  ])('has unsubscribe headers: %s', async (publicUrl, header, post) => {
    const user = await app.make.aBeneficiary();
    await draftMail(user.email);
    const folder = `${mailFolder(app.deps.settings)}-${randomUUID()}`;
    const transport = folderTransport(folder, () => clock.now());
    await sent({ publicUrl, transport });
    const name = (await readdir(folder)).find((file) => file.endsWith('.eml')) ?? '';
    const { headerLines } = await simpleParser(await readFile(`${folder}/${name}`));
    const valueOf = (key: string) =>
      headerLines
        .find((line) => line.key === key)
        ?.line.replace(/^[^:]*:\s*/, '')
        .replace(/\r?\n\s+/g, ' ');
    expect(valueOf('list-unsubscribe')).toMatch(header);
    expect(valueOf('list-unsubscribe-post')).toBe(post);
  });
});

describe('the unsubscribe link', () => {
  it.each(langs)('shows the affected mails and changes nothing, in %s', async (lang) => {
    const user = await app.make.aBeneficiary();
    const answer = await open(`${linkOf(user, 'DRAFT')}?lang=${lang}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).toContain('<form method="post"');
    expect(html).not.toMatch(/<script|<style|\sstyle=/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(html).not.toContain(user.email);
    expect(await refusedBy(user)).toEqual([]);
  });

  it('unsubscribes only this person from only this kind of mail, and can be repeated', async () => {
    const user = await app.make.aBeneficiary();
    const other = await app.make.aBeneficiary();
    await app.db.refusedMail.create({ data: { userId: user.id, kind: 'STATUS' } });
    const link = linkOf(user, 'DRAFT');
    const answers = await Promise.all([press(link), press(link), press(link)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await answers[0].text()).toContain('C’est noté');
    expect(await refusedBy(user)).toEqual(['DRAFT', 'STATUS']);
    expect(await refusedBy(other)).toEqual([]);
    await draftMail(user.email);
    await draftMail(other.email);
    expect((await app.mails()).map(({ to }) => to)).toEqual([other.email]);
  });

  it('accepts the one-click request of a mail program, in both forms, without a session', async () => {
    for (const body of [
      new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      Object.entries({ 'List-Unsubscribe': 'One-Click' }).reduce((form, [name, value]) => {
        form.append(name, value);
        return form;
      }, new FormData()),
    ]) {
      const user = await app.make.aBeneficiary();
      const answer = await open(linkOf(user, 'RECEIPT'), { method: 'POST', body });
      expect(answer.status).toBe(200);
      expect(answer.redirected).toBe(false);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await refusedBy(user)).toEqual(['RECEIPT']);
    }
  });

  it('returns the same answer for a deleted account, and writes nothing', async () => {
    const user = await app.make.aBeneficiary();
    const gone = await app.make.aBeneficiary();
    await app.db.user.update({ where: { id: gone.id }, data: { disabledAt: clock.now() } });
    const pages = await Promise.all(
      [user, gone, { id: randomUUID() }].map(async (person) => {
        const link = linkOf(person, 'DRAFT');
        const [shown, pressed] = [await open(link), await press(link)];
        const text = async (answer: Response) => (await answer.text()).replaceAll(link, '');
        return [shown.status, await text(shown), pressed.status, await text(pressed)];
      }),
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    expect(await refusedBy(gone)).toEqual([]);
  });

  it('is invalid when changed, guessed, signed by another key, or after 90 days', async () => {
    const user = await app.make.aBeneficiary();
    const link = linkOf(user, 'DRAFT');
    const [payload = '', mac = ''] = link.replace('/emails/stop/', '').split('.');
    const payloadOf = (...kinds: MailKind[]) =>
      Buffer.from(JSON.stringify([user.id, 9_999_999_999, kinds])).toString('base64url');
    const widened = payloadOf('DRAFT', 'STATUS');
    // Links and sessions have different keys.
    const bySessions = createHmac('sha256', testSecret).update(widened).digest('base64url');
    const foreign = unsubscribeTokens(`${testSecret}x`, clock).sign({
      userId: user.id,
      kinds: ['DRAFT'],
    });
    for (const token of [
      `${widened}.${mac}`,
      `${widened}.${bySessions}`,
      `${payload}.${'A'.repeat(43)}`,
      payload,
      foreign,
      '',
      '<script>alert(1)</script>',
      '%00',
    ]) {
      const answer = await press(`/emails/stop/${token}`);
      const html = await answer.text();
      expect([token, answer.status]).toEqual([token, 404]);
      expect(html).toContain('Ce lien n’est plus valable');
      expect(html).not.toContain('alert(1)');
    }
    clock.advance(89 * dayseconds);
    expect((await open(link)).status).toBe(200);
    clock.advance(2 * dayseconds);
    expect((await press(link)).status).toBe(404);
    expect(await refusedBy(user)).toEqual([]);
  });

  it('does not appear in the log', async () => {
    const user = await app.make.aBeneficiary();
    const link = linkOf(user, ...mailKinds);
    await press(link);
    await expect
      .poll(() => app.logLines.some((line) => line.includes('/emails/stop/[redacted]')))
      .toBe(true);
    expect(app.logLines.join('\n')).not.toContain(link.split('/').at(-1));
  });

  it('is rate limited: wrong links by address, valid links by person', async () => {
    const limited = await createTestApp();
    try {
      const until429 = async (path: string): Promise<number> => {
        for (let tries = 0; tries <= 100; tries += 1) {
          const { status, headers } = await fetch(`${limited.baseUrl}${path}`, { method: 'POST' });
          if (status === 429) {
            expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
            return tries;
          }
        }
        return 101;
      };
      expect(await until429('/emails/stop/x')).toBe(60);
      // A mail service that unsubscribes many people has no limit by address.
      for (const user of [await limited.make.aBeneficiary(), await limited.make.aBeneficiary()]) {
        const token = limited.deps.unsubscribing.sign({ userId: user.id, kinds: ['DRAFT'] });
        expect(await until429(`/emails/stop/${token}`)).toBe(60);
      }
    } finally {
      await limited.close();
    }
  });
});
