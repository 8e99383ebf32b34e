import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { useTestApp, madeBefore } from '../../testing/index.ts';
import { leased } from '../queue/queue.repository.ts';
import { inTransaction } from '../database/db.ts';
import { openDeps } from '../program/open-deps.ts';
import { outboxRepository } from './outbox.repository.ts';
import { createOutbox } from './outbox.ts';
import { mailSender } from './sender.ts';
import {
  isMerged,
  mails,
  type Mail,
  type MergedEvent,
  type MergedTemplate,
} from './mails/index.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

const minutes = 10;
let now = new Date();
const clock = { now: () => now };
/** Due times use the database's clock, so the test reads that clock. */
const databaseNow = async (): Promise<Date> => {
  const [row] = await app.db.$queryRaw<{ at: Date }[]>`SELECT now() AS at`;
  return row?.at ?? new Date();
};
const later = async (count: number): Promise<void> => {
  now = new Date((await databaseNow()).getTime() + count * 60_000);
};
const app = useTestApp({ clock });
/** Another process on the same database, with its own connections. */
const other = madeBefore(() =>
  openDeps(app.deps.settings, { clock, log: app.deps.log, isMailPaused: true }),
);
afterAll(() => other.close());
beforeEach(async () => {
  await app.db.outboxMail.deleteMany();
  await later(0);
});

const karim = 'karim@example.org';
const number = '2026-000007';
const wrote = (from: string, over: { to?: string; numRequest?: string } = {}): Mail => ({
  to: over.to ?? karim,
  lang: 'fr',
  template: 'beneficiaryWrote',
  params: {
    name: 'Karim',
    from,
    numRequest: over.numRequest ?? number,
    service: 'Financement',
    stepId: 12,
  },
});
const assigned = (service: string, over: { lang?: 'fr' | 'ar' } = {}): Mail => ({
  to: karim,
  lang: over.lang ?? 'fr',
  template: 'stepAssigned',
  params: {
    name: 'Karim',
    organisation: 'CRI',
    numRequest: number,
    service,
    requestId: 7,
    stepId: 12,
  },
});
const withdrawn: Mail = {
  to: karim,
  lang: 'fr',
  template: 'agreementWithdrawn',
  params: { name: 'Karim', organisation: 'CRI', numRequest: number },
};

interface Sent {
  readonly mails: OutgoingMail[];
  readonly transport: MailTransport;
}
/** A transport that records its mails; it awaits `before` first. */
function taken(before: (mail: OutgoingMail) => Promise<void> = () => Promise.resolve()): Sent {
  const mails: OutgoingMail[] = [];
  return {
    mails,
    transport: {
      send: async (mail) => {
        await before(mail);
        mails.push(mail);
      },
      close: () => undefined,
    },
  };
}
const senderOn = (transport: MailTransport, db = app.db) =>
  mailSender({
    sealing: app.deps.sealing,
    db,
    clock,
    log: app.deps.log,
    transport,
    from: 'Wasl <no-reply@example.ma>',
    publicUrl: 'https://x.ma',
    unsubscribing: app.deps.unsubscribing,
  });
const enqueue = (mail: Mail): Promise<void> => app.deps.mail.enqueue(app.db, mail);
/** The authors in the lines of the sent mails, in order. */
const writersIn = (mails: readonly OutgoingMail[]): string[] =>
  mails.flatMap(({ text }) =>
    [...text.matchAll(/([A-Z]\d+) vous a écrit/g)].map(([, from]) => from ?? ''),
  );

describe('the sending time of a mail', () => {
  // Mails that a user waits for, mails to beneficiaries and mails about accounts do not wait.
  it('is immediate, except for mails to agents about one request and for filed requests', () => {
    const merged = Object.keys(mails).filter((template) => isMerged({ template } as Mail));
    expect(merged.toSorted()).toEqual([
      'agreementWithdrawn',
      'beneficiaryWrote',
      'noteMention',
      'processingHeld',
      'processingResumed',
      'requestWithdrawn',
      'requestsFiled',
      'stepAssigned',
    ] satisfies MergedTemplate[]);
  });
});

describe('mails to an agent about one request', () => {
  it('are merged after the delay into one mail, which lists them in order with their links', async () => {
    await enqueue(assigned('Financement'));
    await enqueue(wrote('Amina'));
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toEqual([]);
    await later(minutes - 1);
    await enqueue(assigned('Juridique', { lang: 'ar' }));
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toEqual([]);
    // The later event does not postpone the mail.
    await later(minutes + 1);
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toHaveLength(1);
    const [mail] = sent.mails;
    // In the language of the latest event: the reader may have changed it meanwhile.
    expect(mail).toMatchObject({ to: karim, lang: 'ar' });
    expect(mail?.subject).toContain(number);
    expect(mail?.html).toContain('dir="rtl"');
    const at = ['Financement', 'Amina', 'Juridique'].map((word) => mail?.text.indexOf(word) ?? -1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(mail?.text.match(/https:\S+/g)?.slice(0, 3)).toEqual([
      'https://x.ma/requests/7/steps/12?lang=ar',
      'https://x.ma/messages/12?lang=ar',
      'https://x.ma/requests/7/steps/12?lang=ar',
    ]);
    await later(60);
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toHaveLength(1);
  });

  it('are sent unmerged when there is only one event', async () => {
    await enqueue(wrote('Amina'));
    await later(minutes + 1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails.map(({ subject }) => subject)).toEqual([
      `Demande ${number}\u00a0: nouveau message`,
    ]);
  });

  it('are not merged across requests or agents, and a beneficiary’s mails are sent at once', async () => {
    await enqueue(wrote('Amina'));
    await enqueue(wrote('Amina', { numRequest: '2026-000008' }));
    await enqueue(wrote('Amina', { to: 'sara@example.org' }));
    await enqueue({
      ...wrote('CRI', { to: 'amina@example.org' }),
      template: 'messageReceived',
    } as Mail);
    await enqueue({
      ...wrote('CRI', { to: 'amina@example.org' }),
      template: 'messageReceived',
    } as Mail);
    await later(1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails.map(({ to }) => to)).toEqual(['amina@example.org', 'amina@example.org']);
    await later(minutes + 1);
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toHaveLength(5);
  });

  it('are merged within one statement too, in its order', async () => {
    await app.deps.mail.enqueueMany(app.db, [
      wrote('A1'),
      wrote('A2', { to: 'sara@example.org' }),
      wrote('A3'),
      wrote('A4'),
    ]);
    await later(minutes + 1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toHaveLength(2);
    expect(writersIn(sent.mails.filter(({ to }) => to === karim))).toEqual(['A1', 'A3', 'A4']);
  });

  it('contain nothing else about a request after the person withdrew the agreement', async () => {
    await enqueue(assigned('Financement'));
    await enqueue(wrote('Amina'));
    await enqueue(withdrawn);
    await later(minutes + 1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails.map(({ subject }) => subject)).toEqual([
      `Demande ${number}\u00a0: accord retiré`,
    ]);
    expect(sent.mails[0]?.text).not.toMatch(/Amina|Financement/);
  });

  it('are sent before import mails when one of them has priority', async () => {
    await enqueue(assigned('Financement'));
    await enqueue(wrote('Amina'));
    expect(await app.db.outboxMail.findFirst()).toMatchObject({ priority: 1 });
  });

  it('are sent separately when the settings disable merging', async () => {
    const outbox = createOutbox({
      wake: () => undefined,
      mergeMinutes: 0,
      sealing: app.deps.sealing,
    });
    await outbox.enqueue(app.db, wrote('A1'));
    await outbox.enqueue(app.db, wrote('A2'));
    await later(1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(writersIn(sent.mails)).toEqual(['A1', 'A2']);
    expect(sent.mails).toHaveLength(2);
  });

  it('omit only the events of a rolled back transaction', async () => {
    await enqueue(wrote('A1'));
    await inTransaction(app.db, async (tx) => {
      await app.deps.mail.enqueue(tx, wrote('A2'));
      throw new Error('no');
    }).catch(() => undefined);
    await enqueue(wrote('A3'));
    await later(minutes + 1);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(writersIn(sent.mails)).toEqual(['A1', 'A3']);
  });
});

describe('two processes that write and send simultaneously', () => {
  it('do not change a mail that is being sent: new events start another mail', async () => {
    await enqueue(wrote('A1'));
    await later(minutes + 1);
    const sent = taken(async () => {
      await other.deps.mail.enqueue(other.deps.db, wrote('A2'));
      await other.deps.mail.enqueue(other.deps.db, wrote('A3'));
    });
    await senderOn(sent.transport).sendDue();
    expect(writersIn(sent.mails)).toEqual(['A1']);
    const rest = taken();
    await later(minutes + 1);
    await senderOn(rest.transport, other.deps.db).sendDue();
    expect(rest.mails).toHaveLength(1);
    expect(writersIn(rest.mails)).toEqual(['A2', 'A3']);
  });

  it('send a mail that may have arrived again unchanged', async () => {
    await enqueue(wrote('A1'));
    await later(minutes + 1);
    const away = taken(() => Promise.reject(new Error('the line broke after the last byte')));
    await senderOn(away.transport).sendDue();
    await enqueue(wrote('A2'));
    await later(2 * minutes + 2);
    const sent = taken();
    await senderOn(sent.transport).sendDue();
    expect(sent.mails).toHaveLength(2);
    expect(sent.mails.map((mail) => writersIn([mail]))).toEqual([['A1'], ['A2']]);
  });

  it('skip a mail that is being extended, and send it later with the new event', async () => {
    await enqueue(wrote('A1'));
    await later(minutes + 1);
    const sent = taken();
    await inTransaction(app.db, async (tx) => {
      await app.deps.mail.enqueue(tx, wrote('A2'));
      await senderOn(sent.transport, other.deps.db).sendDue();
      expect(sent.mails).toEqual([]);
    });
    await senderOn(sent.transport, other.deps.db).sendDue();
    expect(writersIn(sent.mails)).toEqual(['A1', 'A2']);
  });

  it('start a new mail for an event that waits for the sender’s row lock', async () => {
    await enqueue(wrote('A1'));
    await later(minutes + 1);
    let adding: Promise<void> | undefined;
    await inTransaction(app.db, async (tx) => {
      // As the sender takes the mail, before its commit.
      expect(
        await outboxRepository(tx).take(now, leased(crypto.randomUUID(), now), 10),
      ).toHaveLength(1);
      adding = other.deps.mail.enqueue(other.deps.db, wrote('A2'));
      // Waits until the statement blocks on the row lock.
      await expect
        .poll(async () => {
          const [row] = await app.db.$queryRaw<{ count: number }[]>`
            SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return row?.count;
        })
        .toBe(1);
    });
    await adding;
    const rows = await app.db.outboxMail.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ template, mergeKey }) => [template, mergeKey])).toEqual([
      ['beneficiaryWrote', null],
      ['beneficiaryWrote', number],
    ]);
  });

  it('send each of forty events once, in the order of each writer, with four senders', async () => {
    const sent = taken();
    const writers = ['A', 'B', 'C', 'D'];
    let left = writers.length;
    const write = async (writer: string, n: number): Promise<void> => {
      const { db, mail } = n % 2 === 0 ? app.deps : other.deps;
      await inTransaction(db, async (tx) => {
        await mail.enqueue(tx, wrote(`${writer}${String(n)}`));
        // Every third transaction rolls back.
        if (n % 3 === 0) throw new Error('no');
      }).catch(() => undefined);
    };
    await Promise.all([
      ...writers.map(async (writer) => {
        for (let n = 1; n <= 10; n += 1) await write(writer, n);
        left -= 1;
      }),
      ...[app.db, other.deps.db].map(async (db) => {
        const sender = senderOn(sent.transport, db);
        while (left > 0) {
          await later(minutes + 1);
          await sender.sendDue();
        }
      }),
    ]);
    await later(minutes + 1);
    await senderOn(sent.transport).sendDue();
    const arrived = writersIn(sent.mails);
    const remaining = [1, 2, 4, 5, 7, 8, 10];
    expect(arrived.toSorted()).toEqual(
      writers.flatMap((writer) => remaining.map((n) => `${writer}${String(n)}`)).toSorted(),
    );
    // Two mails may be sent in parallel, and a row that waited for its key is written after a later number. So the
    // order between mails is undefined. Within a mail, each author's events are in order and belong to that mail.
    const mails = sent.mails.map((mail) => writersIn([mail]));
    for (const writer of writers) {
      const numbers = mails
        .map((events) =>
          events.filter((from) => from.startsWith(writer)).map((from) => Number(from.slice(1))),
        )
        .filter(([first]) => first !== undefined)
        .toSorted(([a = 0], [b = 0]) => a - b);
      expect(numbers.flat()).toEqual(remaining);
    }
  });
});

it('a stored event names its mail template', async () => {
  await enqueue(wrote('A1'));
  await enqueue(wrote('A2'));
  const row = await app.db.outboxMail.findFirstOrThrow();
  const { events } = row.params as unknown as { events: MergedEvent[] };
  expect(events.map(({ template }) => template)).toEqual(['beneficiaryWrote', 'beneficiaryWrote']);
});
