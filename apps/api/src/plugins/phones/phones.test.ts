import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { dayOf } from '@wasl/contracts';
import type { PhoneMessagesView } from '@wasl/contracts/plugins/phones';
import { beforeEach, describe, expect, it } from 'vitest';

import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import { phoneFolder, type StoredPhoneMessage } from './gateway.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';
import {
  accountMergeService,
  personDataService,
  personJson,
} from '../../modules/accounts/index.ts';

let now: Date;
const app = useTestApp({ clock: { now: () => now } });
beforeEach(async () => {
  now = new Date(`${dayOf(new Date(Date.now() + 24 * 3600_000))}T12:00:00Z`);
  await app.db.rateLimit.deleteMany();
});

const passMinutes = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function aPerson() {
  const user = await app.make.aBeneficiary();
  return { user, client: await app.as(user) };
}

const view = async (client: TestClient): Promise<PhoneMessagesView> =>
  (await client.get('/phoneMessages').expect(200)).body as PhoneMessagesView;

let nextNumber = 0;
const aNumber = (): string => {
  nextNumber += 1;
  return `06${String(nextNumber).padStart(8, '0')}`;
};
const e164 = (number: string): string => `+212${number.slice(1)}`;

/** The messages that would have gone to a number, in order. */
async function sentTo(number: string): Promise<StoredPhoneMessage[]> {
  await app.workers['phones']?.sendDue();
  const folder = phoneFolder(app.deps.settings);
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(
    names.map(
      async (name) =>
        JSON.parse(await readFile(path.join(folder, name), 'utf8')) as StoredPhoneMessage,
    ),
  );
  return all
    .filter(({ to }) => to === e164(number))
    .toSorted((a, b) => a.date.localeCompare(b.date));
}

async function codeTo(number: string): Promise<string> {
  const last = (await sentTo(number)).at(-1);
  return /\d{6}/.exec(last?.text ?? '')?.[0] ?? '';
}

const name = (client: TestClient, number: string, channel = 'SMS') =>
  client.put('/phoneMessages/number', { number, channel });
const prove = (client: TestClient, code: string) => client.post('/phoneMessages/code', { code });

async function aProvenPhone() {
  const { user, client } = await aPerson();
  const number = aNumber();
  await name(client, number).expect(200);
  await prove(client, await codeTo(number)).expect(200);
  return { user, client, number };
}

describe('the phone number for a person’s messages', () => {
  it('is absent by default, and nothing is sent', async () => {
    const { client } = await aPerson();
    expect(await view(client)).toEqual({
      isOffered: true,
      phone: null,
      wanted: [],
      mostPerDay: 5,
    });
    await client.put('/phoneMessages', { wanted: ['ACTION'], channel: 'SMS' }).expect(409);
  });

  it.each(['0612345678', '+212 7 12 34 56 78', '٠٦١٢٣٤٥٦٧٨'])('can be %s', async (number) => {
    const { client } = await aPerson();
    const { body } = await name(client, number).expect(200);
    expect((body as PhoneMessagesView).phone?.number).toMatch(/^\+212[67]12345678$/);
  });

  it.each(['0539300300', '+33612345678', '12', ''])('cannot be %s', async (number) => {
    const { client } = await aPerson();
    const { body } = await name(client, number).expect(400);
    expect(body).toMatchObject({ errors: [{ path: 'number' }] });
  });

  it('receives its code at night too, and the code expires after ten minutes', async () => {
    now = new Date(now.getTime() + 11 * 3600_000);
    const { client } = await aPerson();
    const number = aNumber();
    await name(client, number, 'WHATSAPP').expect(200);
    expect((await view(client)).phone).toMatchObject({ isVerified: false, awaitsCode: true });
    const code = await codeTo(number);
    const [message] = await sentTo(number);
    expect(message).toMatchObject({ channel: 'whatsapp', kind: 'CODE', to: e164(number) });
    passMinutes(10);
    await prove(client, code).expect(400);
    expect((await view(client)).phone).toMatchObject({ isVerified: false, awaitsCode: false });
  });

  it('accepts a valid code once', async () => {
    const { client } = await aPerson();
    const number = aNumber();
    await name(client, number).expect(200);
    const code = await codeTo(number);
    passMinutes(9);
    const { body } = await prove(client, `${code.slice(0, 3)} ${code.slice(3)}`).expect(200);
    expect((body as PhoneMessagesView).phone).toMatchObject({
      isVerified: true,
      awaitsCode: false,
    });
    await prove(client, code).expect(400);
  });

  it('accepts five attempts at a code, and then refuses even the right code', async () => {
    const { client } = await aPerson();
    const number = aNumber();
    await name(client, number).expect(200);
    const code = await codeTo(number);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let at = 0; at < 5; at += 1) {
      const { body } = await prove(client, wrong).expect(400);
      expect(body).toMatchObject({ errors: [{ path: 'code' }] });
    }
    await prove(client, code).expect(400);
    expect((await view(client)).phone).toMatchObject({ isVerified: false, awaitsCode: false });
  });

  it('cannot be verified by another person', async () => {
    const { client } = await aPerson();
    const stranger = await aPerson();
    const number = aNumber();
    await name(client, number).expect(200);
    const code = await codeTo(number);
    await prove(stranger.client, code).expect(400);
    await prove(client, code).expect(200);
  });

  it('is unverified again after a change, and the preferences remain', async () => {
    const { client } = await aProvenPhone();
    await client.put('/phoneMessages', { wanted: ['ENDED'], channel: 'SMS' }).expect(200);
    await name(client, aNumber()).expect(200);
    expect(await view(client)).toMatchObject({ phone: { isVerified: false }, wanted: ['ENDED'] });
  });

  it('receives five codes a day per person; the next is limited', async () => {
    const { client } = await aPerson();
    for (let at = 0; at < 5; at += 1) await name(client, aNumber()).expect(200);
    await name(client, aNumber()).expect(429);
  });

  it('receives five codes a day from all people; further calls get the same response', async () => {
    const number = aNumber();
    const answers: unknown[] = [];
    for (let at = 0; at < 6; at += 1) {
      const { client } = await aPerson();
      answers.push((await name(client, number).expect(200)).body);
      // One second apart, so that the last one can be found by its time.
      passMinutes(1 / 60);
      await app.workers['phones']?.sendDue();
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await sentTo(number)).toHaveLength(5);
  });

  it('receives at most five codes a month from one unverified person, and all fifteen after verification', async () => {
    const stranger = aNumber();
    const { client } = await aPerson();
    for (let at = 0; at < 4; at += 1) await name(client, stranger).expect(200);
    // Resets the counters of the day, as if a day passed.
    await app.db.rateLimit.deleteMany({ where: { key: { contains: ':86400:' } } });
    await name(client, stranger).expect(200);
    await name(client, stranger).expect(429);
    expect(await sentTo(stranger)).toHaveLength(1);
    // Another number is still allowed, and a verified number does not count.
    const own = aNumber();
    for (let at = 0; at < 6; at += 1) {
      await app.db.rateLimit.deleteMany({ where: { key: { contains: ':86400:' } } });
      await name(client, own).expect(200);
      await prove(client, await codeTo(own)).expect(200);
      passMinutes(1);
    }
    for (let at = 0; at < 20; at += 1) {
      await app.db.rateLimit.deleteMany({ where: { key: { contains: ':86400:' } } });
      await name((await aPerson()).client, stranger).expect(200);
    }
    // A new code replaces pending codes of the same person only.
    expect(await sentTo(stranger)).toHaveLength(11);
  });

  it('uses at most twenty codes a month per person, for any numbers', async () => {
    const { client } = await aPerson();
    for (let at = 0; at < 20; at += 1) {
      await app.db.rateLimit.deleteMany({ where: { key: { contains: ':86400:' } } });
      await name(client, aNumber()).expect(200);
    }
    await app.db.rateLimit.deleteMany({ where: { key: { contains: ':86400:' } } });
    await name(client, aNumber()).expect(429);
  });

  it('never receives a code that was queued for another number', async () => {
    const number = aNumber();
    for (let at = 0; at < 5; at += 1) await name((await aPerson()).client, number).expect(200);
    const { client } = await aPerson();
    await name(client, aNumber()).expect(200);
    await name(client, number).expect(200);
    expect(await sentTo(number)).toHaveLength(5);
  });

  it('has kinds and a channel, and can be removed', async () => {
    const { client } = await aProvenPhone();
    const { body } = await client
      .put('/phoneMessages', { wanted: ['ENDED', 'ACTION', 'ENDED'], channel: 'WHATSAPP' })
      .expect(200);
    expect(body).toMatchObject({
      wanted: ['ACTION', 'ENDED'],
      phone: { channel: 'WHATSAPP', isVerified: true },
    });
    await client.put('/phoneMessages', { wanted: ['CODE'], channel: 'SMS' }).expect(400);
    await client.delete('/phoneMessages').expect(200);
    expect(await view(client)).toMatchObject({ phone: null, wanted: [] });
  });

  it('shows when its code could not be sent', async () => {
    const { client, user } = await aPerson();
    await name(client, aNumber()).expect(200);
    await app.db.phoneMessage.updateMany({
      where: { userId: user.id },
      data: { state: 'FAILED' },
    });
    expect((await view(client)).phone).toMatchObject({ hasCodeFailed: true });
  });
});

it('a code is never stored in plain text: neither in the database nor in the log', async () => {
  const { client } = await aPerson();
  const number = aNumber();
  await name(client, number).expect(200);
  const rows = JSON.stringify([
    await app.db.messagePhone.findMany(),
    await app.db.phoneMessage.findMany(),
  ]);
  const code = await codeTo(number);
  expect(code).toMatch(/^\d{6}$/);
  expect(rows).not.toContain(code);
  expect(app.logLines.join('\n')).not.toContain(e164(number));
});

it('the link of a message leads to the request for any path', async () => {
  for (const [address, place] of [
    ['/d/zz', '/requests/1295'],
    ['/d/unknown-place', '/requests'],
    ['/d/0', '/requests'],
    ['/d/', '/requests'],
  ] as const) {
    const response = await fetch(app.baseUrl + address, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, place]);
  }
});

it('the mailbox page shows messages to phones as phone messages', async () => {
  const { number } = await aProvenPhone();
  const response = await fetch(`${app.baseUrl}/dev/mail?lang=fr`);
  const page = await response.text();
  expect(page).toContain('Messages au téléphone');
  expect(page).toContain(e164(number));
  expect(page).toMatch(/Wasl : votre code est \d{6}/);
});

it('the number is exported with a person’s data and erased with them', async () => {
  const { user, client, number } = await aProvenPhone();
  await client.put('/phoneMessages', { wanted: ['ENDED'], channel: 'SMS' }).expect(200);
  let json = '';
  for await (const piece of personJson(app.deps, user)) json += piece;
  expect(JSON.parse(json)).toMatchObject({
    messagePhone: { number: e164(number), kinds: ['ENDED'] },
    phoneMessages: [{ kind: 'CODE', state: 'SENT' }],
  });
  expect(json).not.toContain('sealedCode');
  await personDataService(app.deps).erase(user.id, 'administrator');
  expect(await app.db.messagePhone.count({ where: { userId: user.id } })).toBe(0);
  expect(await app.db.phoneMessage.count({ where: { userId: user.id } })).toBe(0);
});

it('the number moves with a merge of two accounts, unless the remaining account has one', async () => {
  const remaining = (await aPerson()).user;
  const { user: other, number } = await aProvenPhone();
  const second = await aProvenPhone();
  const merge = async (from: { readonly email: string }) => {
    const word = { by: 'Karim', reason: 'Deux inscriptions' };
    expect(await accountMergeService(app.deps).start(remaining.email, from.email, word)).toBeNull();
    for (const { email } of [remaining, from]) {
      const mail = (await app.mails()).findLast(
        ({ to, template }) => to === email && template === 'mergeAsked',
      );
      const token = String(mail?.params['token']);
      expect(await accountMergeService(app.deps).confirm(token)).not.toBeNull();
    }
  };
  const where = { userId: remaining.id };
  await merge(other);
  expect(await app.db.messagePhone.findUnique({ where })).toMatchObject({ number: e164(number) });
  await merge(second.user);
  expect(await app.db.messagePhone.findUnique({ where })).toMatchObject({ number: e164(number) });
  const left = { userId: { in: [other.id, second.user.id] } };
  expect(await app.db.messagePhone.count({ where: left })).toBe(0);
  expect(await app.db.phoneMessage.count({ where: left })).toBe(0);
});

it('an unverified number is deleted after seven days, a verified number remains', async () => {
  const proven = await aProvenPhone();
  const { user, client } = await aPerson();
  await name(client, aNumber()).expect(200);
  passMinutes(7 * 24 * 60);
  await runHousekeeping(app.deps);
  expect(await app.db.messagePhone.count({ where: { userId: user.id } })).toBe(1);
  passMinutes(11);
  await runHousekeeping(app.deps);
  expect(await app.db.messagePhone.count({ where: { userId: user.id } })).toBe(0);
  expect(await app.db.messagePhone.count({ where: { userId: proven.user.id } })).toBe(1);
});
