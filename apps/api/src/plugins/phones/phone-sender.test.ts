import { randomUUID } from 'node:crypto';

import { dayOf } from '@wasl/contracts';
import type { PhoneMessageKind } from '@wasl/contracts/plugins/phones';
import { beforeEach, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { readQueues } from '../../platform/jobs/queues.repository.ts';
import type { Mail } from '../../platform/mail/mails/index.ts';
import { phoneQueue } from './additions.repository.ts';
import { GatewayError, type PhoneDispatch, type PhoneGateway } from './gateway.ts';
import { phoneOutboxRepository } from './phone-outbox.repository.ts';
import { phoneRetries, phoneSender } from './phone-sender.ts';

let noon: Date;
let now: Date;
let sent: PhoneDispatch[];
let wakes: number;
const clock = { now: () => now };

const app = useTestApp({ clock });
beforeEach(async () => {
  await app.db.outboxMail.deleteMany();
  await app.db.phoneMessage.deleteMany();
  // Due times use the database's clock; the test's clock is a day ahead, at noon.
  noon = new Date(`${dayOf(new Date(Date.now() + 24 * 3600_000))}T12:00:00Z`);
  now = noon;
  sent = [];
  wakes = 0;
});

const passMinutes = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** A gateway that answers each message with the next of these results, then accepts all. */
function gateway(...answers: readonly (Error | null)[]): PhoneGateway {
  const left = [...answers];
  return {
    send: (message) => {
      sent.push(message);
      const answer = left.shift() ?? null;
      return answer === null ? Promise.resolve() : Promise.reject(answer);
    },
  };
}

const senderOn = (given: PhoneGateway = gateway(), mostPerDay = 5, hasGateway = true) =>
  phoneSender({
    hasGateway,
    db: app.db,
    clock,
    log: app.deps.log,
    gateway: given,
    publicUrl: 'https://x.ma',
    sealing: app.deps.sealing,
    mostPerDay,
    night: { from: 21, until: 8 },
    wakeOutboxes: () => {
      wakes += 1;
    },
  });

async function aPerson(
  kinds: PhoneMessageKind[] = ['PROGRESS', 'ENDED'],
  phone: { verifiedAt?: Date | null; channel?: 'SMS' | 'WHATSAPP' } = {},
) {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  await app.db.messagePhone.create({
    data: {
      userId: user.id,
      number: '+212612345678',
      channel: 'SMS',
      kinds,
      verifiedAt: noon,
      ...phone,
    },
  });
  const about = { name: 'Amina Secret', requestId: request.id, numRequest: request.numRequest };
  const moved = {
    to: user.email,
    lang: 'fr',
    template: 'statusChanged',
    params: { ...about, status: 'Entamée', observation: 'Un secret', page: 'followUp' },
  } as const;
  const ended: Mail = { to: user.email, lang: 'fr', template: 'requestHandled', params: about };
  const notify = async (...mails: Mail[]) => {
    await app.deps.mail.enqueueMany(app.db, mails);
  };
  return { user, request, moved, ended, notify };
}

const mailStates = async () =>
  (await app.db.outboxMail.findMany({ orderBy: { id: 'asc' } })).map(({ state }) => state);
const messages = async () => await app.db.phoneMessage.findMany({ orderBy: { id: 'asc' } });

describe('a phone message', () => {
  it('replaces the mail, and contains only number and link', async () => {
    const { request, moved, notify } = await aPerson(['PROGRESS'], { channel: 'WHATSAPP' });
    await notify(moved);
    expect(await mailStates()).toEqual(['HELD']);
    await senderOn().sendDue();
    const [row] = await messages();
    expect(sent).toEqual([
      {
        id: `msg_${row?.key ?? ''}`,
        kind: 'PROGRESS',
        channel: 'whatsapp',
        to: '+212612345678',
        lang: 'fr',
        text: `Wasl : du nouveau sur votre demande ${request.numRequest} https://x.ma/d/${request.id.toString(36)}`,
      },
    ]);
    expect(await mailStates()).toEqual([]);
    expect(row).toMatchObject({ state: 'SENT', sentAt: now, isMailed: false });
    await senderOn().sendDue();
    expect(sent).toHaveLength(1);
  });

  it.each<[string, () => Promise<{ notify: (...mails: Mail[]) => Promise<void>; moved: Mail }>]>([
    ['asked for another kind', () => aPerson(['ENDED'])],
    ['asked for none', () => aPerson([])],
    ['has not proved the number', () => aPerson(['PROGRESS'], { verifiedAt: null })],
  ])('is replaced by a mail for a person who %s', async (_, person) => {
    const { notify, moved } = await person();
    await notify(moved);
    expect(await mailStates()).toEqual(['WAITING']);
    expect(await messages()).toEqual([]);
  });

  it('is replaced by a mail for the owner’s own actions and for mails without a kind', async () => {
    const { notify, moved, user } = await aPerson(['ACTION', 'PROGRESS', 'REMINDER', 'ENDED']);
    await notify(
      { ...moved, params: { ...moved.params, isOwn: true } },
      {
        to: user.email,
        lang: 'fr',
        template: 'resetPassword',
        params: { name: 'A', token: 'T' },
      },
    );
    expect(await mailStates()).toEqual(['WAITING', 'WAITING']);
    expect(await messages()).toEqual([]);
  });

  it('is not written if its transaction is rolled back', async () => {
    const { moved } = await aPerson();
    await inTransaction(app.db, async (tx) => {
      await app.deps.mail.enqueue(tx, moved);
      throw new Error('no');
    }).catch(() => undefined);
    expect(await messages()).toEqual([]);
  });

  it('is merged per request while queued, with the latest event', async () => {
    const { moved, ended, notify, user } = await aPerson();
    const other = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    await notify(moved);
    await notify(moved, ended, {
      ...ended,
      params: { name: 'A', requestId: other.id, numRequest: other.numRequest },
    });
    expect((await messages()).map(({ kind }) => kind)).toEqual(['ENDED', 'ENDED']);
    // Of the two mails of the last act on the first request, only the mail about its completion is written.
    expect(await mailStates()).toEqual(['HELD', 'HELD', 'HELD']);
    await senderOn().sendDue();
    expect(sent).toHaveLength(2);
    expect(await mailStates()).toEqual([]);
  });

  it('asks the person to act when an action is pending, whatever other news is queued', async () => {
    const { moved, notify } = await aPerson(['ACTION', 'PROGRESS']);
    const awaited = { ...moved, params: { ...moved.params, page: 'edit' } } as const;
    await notify(awaited, moved);
    await notify(moved);
    await senderOn().sendDue();
    expect(sent.map(({ kind }) => kind)).toEqual(['ACTION']);
  });

  it.each([
    ['at once', true],
    ['one after the other', false],
  ])(
    'reports only the end of a request, or otherwise its latest news, queued %s',
    async (_, isAtOnce) => {
      const { moved, ended, notify } = await aPerson(['ACTION', 'PROGRESS', 'REMINDER', 'ENDED']);
      const awaited = { ...moved, params: { ...moved.params, page: 'edit' } } as const;
      const reminded: Mail = {
        to: moved.to,
        lang: moved.lang,
        template: 'documentAwaited',
        params: {
          name: 'Amina',
          requestId: moved.params.requestId,
          numRequest: moved.params.numRequest,
          service: 'Conseil',
          organisation: 'CRI',
          documents: ['CIN'],
        },
      };
      const notified = async (...mails: Mail[]): Promise<string[]> => {
        await app.db.phoneMessage.deleteMany();
        if (isAtOnce) await notify(...mails);
        else for (const mail of mails) await notify(mail);
        return (await messages()).map(({ kind }) => kind);
      };
      expect(await notified(awaited, ended)).toEqual(['ENDED']);
      expect(await notified(ended, awaited)).toEqual(['ENDED']);
      expect(await notified(ended, moved)).toEqual(['ENDED']);
      expect(await notified(moved, reminded)).toEqual(['REMINDER']);
      expect(await notified(reminded, moved)).toEqual(['PROGRESS']);
    },
  );

  it('waits for the morning, together with later events', async () => {
    const { moved, ended, notify } = await aPerson();
    now = new Date(noon.getTime() + 9 * 3600_000);
    await notify(moved);
    await senderOn().sendDue();
    passMinutes(10 * 60);
    await notify(ended);
    await senderOn().sendDue();
    expect(sent).toEqual([]);
    expect(await mailStates()).toEqual(['HELD', 'HELD']);
    passMinutes(60);
    await senderOn().sendDue();
    expect(sent.map(({ kind }) => kind)).toEqual(['ENDED']);
  });
});

describe('an undeliverable phone message', () => {
  it('is sent by mail when the gateway is removed from the settings', async () => {
    const { moved, notify } = await aPerson();
    await notify(moved);
    await senderOn(gateway(), 5, false).sendDue();
    expect(sent).toEqual([]);
    expect(await mailStates()).toEqual(['WAITING']);
  });

  it('is retried under one id with increasing delays, then sent by mail once', async () => {
    const { moved, notify } = await aPerson();
    await notify(moved);
    const away = gateway(...Array.from({ length: 20 }, () => new GatewayError(503, '')));
    const sender = senderOn(away);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(await mailStates()).toEqual(['HELD']);
      await sender.sendDue();
      await sender.sendDue();
      expect(sent).toHaveLength(attempt);
      now = new Date(now.getTime() + (phoneRetries(attempt) ?? 0) * 1000);
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await mailStates()).toEqual(['WAITING']);
    expect(wakes).toBe(1);
    expect(await messages()).toMatchObject([
      { state: 'FAILED', isMailed: true, lastError: 'GATEWAY 503' },
    ]);
    passMinutes(600);
    await sender.sendDue();
    expect(sent).toHaveLength(9);
    expect(await mailStates()).toEqual(['WAITING']);
  });

  it('for an unknown number becomes a mail immediately, like later messages', async () => {
    const { moved, ended, notify, user } = await aPerson();
    await notify(moved);
    await senderOn(gateway(new GatewayError(422, 'number_unknown'))).sendDue();
    expect(await mailStates()).toEqual(['WAITING']);
    expect(await app.db.messagePhone.findUnique({ where: { userId: user.id } })).toMatchObject({
      unreachableAt: now,
    });
    await notify(ended);
    expect(await mailStates()).toEqual(['WAITING', 'WAITING']);
    expect(await messages()).toHaveLength(1);
  });

  it.each([
    [400, true],
    [413, true],
    [422, true],
    [401, false],
    [404, false],
    [429, false],
    [500, false],
  ])('with the response %s is given up immediately: %s', async (status, isGivenUp) => {
    const { moved, notify, user } = await aPerson();
    await notify(moved);
    await senderOn(gateway(new GatewayError(status, ''))).sendDue();
    expect((await messages())[0]?.state).toBe(isGivenUp ? 'FAILED' : 'WAITING');
    const phone = await app.db.messagePhone.findUnique({ where: { userId: user.id } });
    expect(phone?.unreachableAt).toBeNull();
  });

  it.each<[string, object | null, string]>([
    ['took the number back', null, 'NO_NUMBER'],
    ['chose otherwise', { kinds: [] }, 'NOT_WANTED'],
    ['named another number', { number: '+212700000000', verifiedAt: null }, 'NOT_WANTED'],
  ])('is replaced by a mail because its reader %s', async (_, change, reason) => {
    const { moved, notify, user } = await aPerson();
    await notify(moved);
    const where = { userId: user.id };
    if (change === null) await app.db.messagePhone.delete({ where });
    else await app.db.messagePhone.update({ where, data: change });
    await senderOn().sendDue();
    expect(sent).toEqual([]);
    expect(await mailStates()).toEqual(['WAITING']);
    expect(await messages()).toMatchObject([{ state: 'FAILED', lastError: reason }]);
  });

  it('without a wanted mail is dropped and can be retried; a mailed message cannot', async () => {
    const { moved, notify, user } = await aPerson();
    await app.db.refusedMail.create({ data: { userId: user.id, kind: 'STATUS' } });
    await notify(moved);
    expect(await mailStates()).toEqual([]);
    await senderOn(gateway(new GatewayError(400, 'no'))).sendDue();
    const [lost] = await messages();
    expect(lost).toMatchObject({ state: 'FAILED', isMailed: false });
    const mailed = await aPerson();
    await mailed.notify(mailed.moved);
    await senderOn(gateway(new GatewayError(400, 'no'))).sendDue();
    const all = (await messages()).map(({ id }) => id);
    expect(await phoneOutboxRepository(app.db).retry(all, now)).toBe(1);
    sent = [];
    await senderOn().sendDue();
    expect(sent.map(({ id }) => id)).toEqual([`msg_${lost?.key ?? ''}`]);
  });

  it('is sent by mail after the daily limit of each person', async () => {
    const { notify, user } = await aPerson();
    const another = await aPerson();
    const events: Mail[] = [];
    for (let at = 0; at < 4; at += 1) {
      const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
      const params = { name: 'A', requestId: request.id, numRequest: request.numRequest };
      events.push({ to: user.email, lang: 'fr', template: 'requestHandled', params });
    }
    await notify(...events);
    await another.notify(another.ended);
    await senderOn(gateway(), 3).sendDue();
    expect(sent).toHaveLength(4);
    expect(await mailStates()).toEqual(['WAITING']);
    expect((await messages()).map(({ lastError }) => lastError)).toContain('ENOUGH_TODAY');
    // The next day has its own count.
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    passMinutes(24 * 60);
    await notify({
      to: user.email,
      lang: 'fr',
      template: 'requestHandled',
      params: { name: 'A', requestId: request.id, numRequest: request.numRequest },
    });
    await senderOn(gateway(), 3).sendDue();
    expect(sent).toHaveLength(5);
  });

  it('is replaced by a mail when the same text was sent within the hour', async () => {
    const { moved, notify } = await aPerson();
    await notify(moved);
    await senderOn().sendDue();
    passMinutes(59);
    await notify(moved);
    await senderOn().sendDue();
    expect(sent).toHaveLength(1);
    expect(await mailStates()).toEqual(['WAITING']);
    passMinutes(2);
    await notify(moved);
    await senderOn().sendDue();
    expect(sent).toHaveLength(2);
  });
});

it('is counted by state in the metrics, and the night does not make it late', async () => {
  const person = await aPerson();
  const row = (state: 'WAITING' | 'SENT' | 'FAILED', more: object = {}) => ({
    userId: person.user.id,
    kind: 'ENDED' as const,
    key: randomUUID(),
    state,
    ...more,
  });
  await app.db.phoneMessage.createMany({
    data: [
      row('WAITING'),
      row('SENT'),
      row('SENT'),
      row('FAILED', { isMailed: true }),
      row('FAILED'),
      row('FAILED'),
      row('FAILED'),
      { ...row('WAITING'), kind: 'CODE', createdAt: new Date(Date.now() - 100_000) },
    ],
  });
  const night = { from: 0, until: 0 };
  const deps = { ...app.deps, settings: { ...app.deps.settings, night } };
  const [queue] = (await readQueues(deps, [phoneQueue])).ofPlugins;
  const { wasl_phone_messages_late_seconds: late, ...counts } = queue?.gauges ?? {};
  expect(counts).toEqual({
    wasl_phone_messages_waiting: 2,
    wasl_phone_messages_sent: 2,
    wasl_phone_messages_mailed: 1,
    wasl_phone_messages_lost: 3,
  });
  // Whatever the hour: a code does not wait for the morning.
  expect(late).toBeGreaterThanOrEqual(99);
  expect(late).toBeLessThan(200);
});
