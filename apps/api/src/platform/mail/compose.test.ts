import { langs } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { mailSamples } from '../../testing/mail-samples.ts';
import { composeMail } from './compose.ts';
import { mailHtml, mailText } from './layout.ts';
import type { MailTemplate, MailTemplates } from './mails/index.ts';

const templates = Object.keys(mailSamples) as MailTemplate[];

describe('a mail', () => {
  it.each(templates.flatMap((template) => langs.map((lang) => [template, lang] as const)))(
    '%s in %s contains all its texts, with a link to the portal only',
    (template, lang) => {
      const content = composeMail(
        template,
        mailSamples[template],
        lang,
        'https://portail.example.ma',
      );
      const [html, text] = [mailHtml(content), mailText(content)];
      for (const part of [content.subject, html, text])
        expect(part).not.toMatch(/\{\{|undefined|\[object/);
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) =>
        (url ?? '').replaceAll('&amp;', '&'),
      );
      expect(links.length > 0).toBe(content.button !== null);
      for (const url of [...links, ...(text.match(/https?:\S+/g) ?? [])]) {
        expect(url).toMatch(
          /^https:\/\/portail\.example\.ma\/[\w/]*\?([\w=&%-]+&)?lang=(fr|en|ar|es)(#emails|#notes|#sessions|#webhooks)?$/,
        );
      }
      // The one exception is a code that the user types.
      if ('token' in mailSamples[template])
        expect(text).toContain(template === 'secondFactorCode' ? 'abcd-efgh' : '/T0ken?');
      expect(html).toContain(lang === 'ar' ? 'dir="rtl"' : 'dir="ltr"');
      expect(/\p{Script=Arabic}/u.test(content.subject)).toBe(lang === 'ar');
    },
  );

  it('lists the expected documents one by one', () => {
    const content = composeMail(
      'documentsExpected',
      mailSamples.documentsExpected,
      'fr',
      'https://x.ma',
    );
    for (const part of [mailHtml(content), mailText(content)]) {
      for (const document of mailSamples.documentsExpected.documents)
        expect(part).toContain(document);
    }
  });

  /**
   * Target of each mail's link; null for a mail without a page, whose reader works at a terminal. A missing template
   * does not compile.
   */
  const leadsTo: { [T in MailTemplate]: string | null } = {
    confirmAddress: '/emailConfirmation/T0ken',
    resetPassword: '/reinitialiserMotPasse/T0ken',
    passwordChanged: '/forgotPassword',
    newDevice: '/account/security#sessions',
    secondFactorCode: null,
    secondFactorChanged: '/secondFactor',
    agentAwaitingApproval: '/approveAgent/T0ken',
    addressCorrected: '/login',
    addressReleased: '/login',
    mergeAsked: '/emails/reunir/T0ken',
    mergeDone: '/login',
    mergeEnded: '/login',
    agentApproved: '/login',
    agentRefused: '/login',
    agentRemoved: '/login',
    agentRefusedByAdministrator: '/login',
    organisationRefused: '/login',
    organisationExpired: '/login',
    requestReceived: '/requests/7/receipt',
    requestsFiled: '/requests',
    stepAssigned: '/requests/7/steps/12',
    stepsAssigned: '/requests',
    declineTakenBack: '/requests/7',
    documentNotNeeded: '/requests/7',
    documentsExpected: '/requests/7/follow',
    statusChanged: '/editRequest/7',
    processingHeld: '/requests/7/steps/12',
    processingResumed: '/requests/7/steps/12',
    agreementWithdrawn: '/requests',
    requestWithdrawn: '/requests/7/steps/12',
    stepPassedOn: '/requests/7',
    closingTakenBack: '/requests/7',
    fileInfected: '/editRequest/7',
    requestRestored: '/editRequest/7',
    fileRemoved: '/requests/7/follow',
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
    makerLeft: '/organisation/integrations',
    requestsUnrouted: null,
    organisationUnattended: null,
    agentDigest: '/requests',
    notTakenUp: '/requests/7',
    documentAwaited: '/requests/7/follow',
    draftForgotten: '/requests/7',
  };
  it.each(Object.entries(leadsTo) as [MailTemplate, string | null][])(
    '%s links to %s',
    (template, place) => {
      const { button } = composeMail(template, mailSamples[template], 'es', 'https://x.ma');
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

  it('about a change of status links to the page where the reader can act or read', () => {
    const place = (page: MailTemplates['statusChanged']['page']) => {
      const params = { ...mailSamples.statusChanged, ...(page === undefined ? {} : { page }) };
      if (page === undefined) delete params.page;
      return composeMail('statusChanged', params, 'fr', 'https://x.ma').button?.url;
    };
    expect(place('followUp')).toBe('https://x.ma/requests/7/follow?lang=fr');
    expect(place('edit')).toBe('https://x.ma/editRequest/7?lang=fr');
    expect(place('request')).toBe('https://x.ma/requests/7?lang=fr');
    // Written by an earlier release, sent by this one.
    expect(place(undefined)).toBe('https://x.ma/requests/7?lang=fr');
  });

  it('links to the row of its request without a step id, and to its dialog without a request id', () => {
    const { stepId, requestId: _, ...params } = mailSamples.stepAssigned;
    const place = (given: MailTemplates['stepAssigned']) =>
      composeMail('stepAssigned', given, 'fr', 'https://x.ma').button?.url;
    expect(place(params)).toBe('https://x.ma/requests?number=2026-000007&lang=fr');
    expect(place({ ...params, ...(stepId === undefined ? {} : { stepId }) })).toBe(
      'https://x.ma/requests?number=2026-000007&step=12&open=update&lang=fr',
    );
  });

  it.each(['requestsUnrouted', 'organisationUnattended'] as const)(
    '%s links to no page: it names requests and the command',
    (template) => {
      const content = composeMail(template, mailSamples[template], 'fr', 'https://x.ma');
      expect(content.button).toBeNull();
      expect(mailText(content)).toContain('- 2026-000007');
      expect(mailText(content)).toContain('npm run admin -- requests unrouted');
      expect(mailHtml(content)).not.toContain('href');
    },
  );

  it('keeps the fragment of a link at its end', () => {
    const { preferences } = composeMail(
      'stepsAssigned',
      mailSamples.stepsAssigned,
      'ar',
      'https://x.ma',
    );
    expect(preferences?.url).toBe('https://x.ma/account/notifications?lang=ar');
  });

  it('writes dates as dd/MM/yyyy in Morocco’s time', () => {
    const content = composeMail(
      'requestReceived',
      mailSamples.requestReceived,
      'fr',
      'https://x.ma',
    );
    expect(content.paragraphs[0]).toContain('02/07/2026 00:30');
  });

  it('escapes user input in its HTML but not in its text', () => {
    const params = {
      name: '<img src=x onerror=alert(1)>',
      organisation: '"><script>alert(1)</script>',
    };
    const content = composeMail('agentApproved', params, 'fr', 'https://x.ma');
    expect(mailHtml(content)).not.toMatch(/<script|<img/);
    expect(mailHtml(content)).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mailText(content)).toContain('<img src=x onerror=alert(1)>');
  });

  it('keeps its subject on one line and drops direction marks', () => {
    const params = {
      ...mailSamples.statusChanged,
      status: 'X\r\nBcc: all@example.org',
      name: 'a\u202Eb',
    };
    const content = composeMail('statusChanged', params, 'fr', 'https://x.ma');
    expect(content.subject).toBe('Demande 2026-000007\u00a0: X Bcc: all@example.org');
    expect(content.greeting).toBe('Bonjour ab,');
  });

  it('does not break a reference at its hyphen', () => {
    for (const lang of langs)
      expect(
        mailHtml(composeMail('notTakenUp', mailSamples.notTakenUp, lang, 'https://x.ma')),
      ).toContain('<span style="white-space:nowrap">2026-000007</span>');
  });

  it('keeps a reference left to right inside Arabic', () => {
    expect(
      composeMail('requestHandled', mailSamples.requestHandled, 'ar', 'https://x.ma').subject,
    ).toContain('\u20662026-000007\u2069');
  });
});
