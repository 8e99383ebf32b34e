import { langs } from '@wasl/contracts';
import { webhookOffReasons } from '@wasl/contracts/plugins/webhooks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { sealing } from '../../platform/auth/sealing.ts';
import { readQueues } from '../../platform/jobs/queues.repository.ts';
import { composePluginMail } from '../../platform/mail/compose.ts';
import { mailHtml, mailText } from '../../platform/mail/layout.ts';
import { readSettings } from '../../platform/settings/env.ts';
import { adminOn } from '../../testing/admin.ts';
import { testSecret, useTestApp } from '../../testing/index.ts';
import { webhookQueue } from './additions.repository.ts';
import { webhooks } from './index.ts';
import { sealedAbout } from './sealed-secret.ts';
import { aWebhook } from './testing/index.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';

const next = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA-next';
const app = useTestApp({ env: { JWT_SECRET: next, JWT_SECRET_ALSO: testSecret } });

describe('WEBHOOKS', () => {
  const shape = z.object(webhooks.settings);
  const networks = ['10.20.0.0/16', '127.0.0.1/32'];
  it.each([
    ['', undefined],
    ['on', { isOn: true, allowedPrivate: [] }],
    ['off', { isOn: false, allowedPrivate: [] }],
    [networks.join(', '), { isOn: true, allowedPrivate: networks }],
  ])('accepts "%s"', (WEBHOOKS, value) => {
    expect(shape.parse({ WEBHOOKS })).toEqual({ WEBHOOKS: value });
  });

  it('rejects an address without its network', () => {
    const database = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://u:p@127.0.0.1/wasl' };
    expect(() => readSettings({ ...database, WEBHOOKS: '10.20.0.0' }, webhooks.settings)).toThrow(
      /WEBHOOKS: must be on, off, or networks/,
    );
  });
});

it.each(langs.flatMap((lang) => webhookOffReasons.map((reason) => [lang, reason] as const)))(
  'the mail in %s contains all texts about %s, with a link to the portal only',
  (lang, reason) => {
    const params = { name: 'Salma', organisation: 'CCIS', host: 'erp.example.ma', reason };
    const content = composePluginMail(
      webhookDisabledMail,
      params,
      lang,
      'https://portail.example.ma',
    );
    for (const part of [content.subject, mailHtml(content), mailText(content)]) {
      expect(part).toContain('erp.example.ma');
      expect(part).not.toMatch(/\{\{|undefined|off\./);
    }
    expect(content.button?.url).toBe(
      `https://portail.example.ma/organisation/integrations?lang=${lang}`,
    );
    expect(/\p{Script=Arabic}/u.test(content.subject)).toBe(lang === 'ar');
  },
);

it('re-encrypts webhook secrets, so that the previous token secret can be removed', async () => {
  const id = '018f0000-0000-7000-8000-00000000beef';
  const seal = (text: string) => sealing(testSecret).seal(text, sealedAbout(id));
  await aWebhook(app, { id, secret: seal('now'), secretBefore: seal('before') });
  const lost = await aWebhook(app, { secret: 'sealed with neither' });
  const out: string[] = [];
  expect(await adminOn(app, ['secret', 'reseal'], (line) => out.push(line))).toBe(0);
  expect(out).toEqual([
    '0 second factors and 0 drafts are sealed with the secret of now, and 1 webhooks.',
    '1 webhooks were sealed with neither secret: their organisations make new ones in the profile.',
  ]);
  const webhook = await app.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  expect(sealing(next).open(webhook.secret, sealedAbout(id))).toBe('now');
  expect(sealing(next).open(webhook.secretBefore ?? '', sealedAbout(id))).toBe('before');
  await app.db.webhookEndpoint.deleteMany({ where: { id: { in: [id, lost.id] } } });
});

it('counts pending, failed and late messages in its queue', async () => {
  const { id: endpointId } = await aWebhook(app);
  await aWebhook(app, { offAt: new Date(), offReason: 'GONE' });
  const paused = await aWebhook(app, { pausedAt: new Date() });
  const { partnerId } = await app.make.anAgent({ disabledAt: new Date() });
  const unattended = await aWebhook(app, { partnerId });
  const overdue = { kind: 'step.updated', data: {}, nextAttemptAt: new Date(Date.now() - 600_000) };
  await app.db.webhookDelivery.createMany({
    data: [
      { endpointId, ...overdue },
      { endpointId, ...overdue, state: 'FAILED' },
      { endpointId, ...overdue, state: 'FAILED', fault: 'TOO_MANY_WAITED' },
      { endpointId: paused.id, ...overdue, nextAttemptAt: new Date(0) },
      { endpointId: unattended.id, ...overdue, nextAttemptAt: new Date(0) },
    ],
  });
  const [queue] = (await readQueues(app.deps, [webhookQueue])).ofPlugins;
  const { wasl_webhooks_late_seconds: late, ...counts } = queue?.gauges ?? {};
  expect(counts).toEqual({
    wasl_webhooks_waiting: 2,
    wasl_webhooks_given_up: 2,
    wasl_webhooks_dropped: 1,
    wasl_webhook_endpoints_off: 1,
  });
  expect(late).toBeGreaterThanOrEqual(600);
  expect(late).toBeLessThan(3600);
});
