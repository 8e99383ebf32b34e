import { dayOf, type KeyView } from '@wasl/contracts';
import type { WebhookView } from '@wasl/contracts/plugins/webhooks';
import { describe, expect, it } from 'vitest';

import { eraseDueAccounts } from '../../modules/accounts/index.ts';
import { endWithoutMaker } from '../../modules/integrations/index.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { testPassword, useTestApp } from '../../testing/index.ts';
import { testClient } from '../../testing/test-client.ts';
import { notifyDisabled } from './webhook-disabled.service.ts';

const clock = movableClock();
const app = useTestApp({ clock });
const daySeconds = 24 * 3600;

/** An organisation with two responsables. The first one created a key and an address. */
async function anOrganisation() {
  const partner = await app.make.aPartner();
  const of = { partnerId: partner.id };
  const maker = await app.make.anAgent({ ...of, prenom: 'Salma', nom: 'Idrissi' });
  const other = await app.make.anAgent({ ...of, prenom: 'Omar', nom: 'Tazi' });
  const at = `/partners/${String(partner.id)}`;
  const makers = await app.as(maker);
  const form = { name: 'ERP', scopes: ['requests:read'], days: 90 };
  const { key, secret } = (await makers.post(`${at}/keys`, form).expect(201)).body as {
    key: KeyView;
    secret: string;
  };
  const address = { url: 'https://1.1.1.1/wasl', description: 'Suivi', kinds: ['step.updated'] };
  await makers.post(`${at}/webhooks`, address).expect(201);
  const client = () => app.as(other);
  return {
    partner,
    maker,
    other,
    at,
    makers,
    key,
    client,
    reads: (status: number) =>
      testClient(app.baseUrl, secret).get('/journeyInstanceProcessingSteps/mark').expect(status),
    shown: async () => {
      const reader = await client();
      const [keys, webhooks] = [
        (await reader.get(`${at}/keys`).expect(200)).body as KeyView[],
        (await reader.get(`${at}/webhooks`).expect(200)).body as WebhookView[],
      ];
      return { key: keys[0], webhook: webhooks[0] };
    },
    stepDown: async () =>
      await (await client()).put(`${at}/agents/${maker.id}/role`, { role: 'AGENT' }).expect(200),
  };
}
type Organisation = Awaited<ReturnType<typeof anOrganisation>>;

const departures: Readonly<Record<string, (o: Organisation) => Promise<unknown>>> = {
  'loses the role': ({ stepDown }) => stepDown(),
  'is removed': async ({ client, at, maker }) =>
    await (await client()).delete(`${at}/agents/${maker.id}`).expect(200),
  'is suspended': ({ maker }) =>
    app.db.user.update({ where: { id: maker.id }, data: { disabledAt: clock.now() } }),
  'has their account erased': async ({ makers }) => {
    await makers.post('/utilisateurs/deleteAccount', { currentPassword: testPassword }).expect(200);
    clock.advance(31 * daySeconds);
    await eraseDueAccounts(app.deps);
  },
};

describe('a key and an address whose creator left', () => {
  it.each(Object.entries(departures))(
    'are marked, and responsables are notified once, when the creator %s',
    async (_, leave) => {
      const organisation = await anOrganisation();
      const { other, partner, shown, reads } = organisation;
      await endWithoutMaker(app.deps);
      expect(await shown()).toMatchObject({
        key: { confirmBy: null },
        webhook: { confirmBy: null },
      });
      await leave(organisation);
      await endWithoutMaker(app.deps);
      await endWithoutMaker(app.deps);
      const ends = new Date(clock.now().getTime() + 30 * daySeconds * 1000);
      const day = dayOf(ends);
      const { key, webhook } = await shown();
      expect(key).toMatchObject({ state: 'active', confirmBy: day });
      expect(webhook?.state).toBe('active');
      expect(dayOf(new Date(webhook?.confirmBy ?? 0))).toBe(day);
      await reads(200);
      const mails = (await app.mails()).filter(
        ({ template, to }) => template === 'makerLeft' && to === other.email,
      );
      expect(mails).toMatchObject([
        { params: { organisation: partner.title, endsOn: day, items: ['ERP', 'Suivi'] } },
      ]);
      const notices = await app.db.notice.findMany({ where: { userId: other.id } });
      expect(notices.filter(({ kind }) => kind === 'MAKER_LEFT')).toHaveLength(1);
    },
  );

  it('end after 30 days; another responsable can then activate the address, but not confirm it', async () => {
    const { stepDown, shown, reads, at, client, key, other } = await anOrganisation();
    await stepDown();
    await endWithoutMaker(app.deps);
    clock.advance(30 * daySeconds - 60);
    await endWithoutMaker(app.deps);
    await reads(200);
    clock.advance(61);
    await reads(401);
    await endWithoutMaker(app.deps);
    await notifyDisabled(app.deps);
    const { webhook } = await shown();
    expect(await shown()).toMatchObject({
      key: { state: 'expired', confirmBy: null },
      webhook: { state: 'off', offReason: 'MAKER_LEFT', confirmBy: null },
    });
    const mails = (await app.mails()).filter(({ to }) => to === other.email);
    expect(mails.map(({ template }) => template)).toContain('webhookOff');
    const late = await client();
    await late.post(`${at}/keys/${key.id}/confirm`).expect(409);
    const one = `${at}/webhooks/${String(webhook?.id)}`;
    await late.post(`${one}/confirm`).expect(409);
    await late.put(`${one}/state`, { state: 'active' }).expect(200);
    await endWithoutMaker(app.deps);
    expect(await shown()).toMatchObject({
      webhook: { state: 'active', confirmedBy: 'Omar Tazi', confirmBy: null },
    });
  });

  it('remain until their regular end when another responsable confirms them, and show that person', async () => {
    const { stepDown, shown, reads, at, client, key, partner, makers } = await anOrganisation();
    const before = await shown();
    await stepDown();
    await endWithoutMaker(app.deps);
    const { webhook } = await shown();
    const paths = [`${at}/keys/${key.id}/confirm`, `${at}/webhooks/${String(webhook?.id)}/confirm`];
    const [first, second] = [await client(), await client()];
    for (const path of paths) {
      await makers.post(path).expect(403);
      await first.post(path).expect(200);
      // A repeated call changes nothing.
      await second.post(path).expect(200);
    }
    await endWithoutMaker(app.deps);
    const mark = { confirmedBy: 'Omar Tazi', confirmBy: null };
    expect(await shown()).toEqual({
      key: { ...before.key, ...mark },
      webhook: { ...before.webhook, ...mark },
    });
    const acts = await app.db.integrationAct.findMany({ where: { partnerId: partner.id } });
    expect(acts.map(({ kind }) => kind).filter((kind) => kind.endsWith('CONFIRMED'))).toEqual([
      'KEY_CONFIRMED',
      'WEBHOOK_CONFIRMED',
    ]);
    clock.advance(40 * daySeconds);
    await endWithoutMaker(app.deps);
    await reads(200);
    expect(await shown()).toMatchObject({ webhook: { state: 'active' } });
  });
});
