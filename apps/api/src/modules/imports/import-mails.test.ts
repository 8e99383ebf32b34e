import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { composeMail } from '../../platform/mail/compose.ts';
import type { MailTemplates } from '../../platform/mail/mails/index.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleFile } from '../../testing/people-files.ts';
import { takeMailDays } from './mail-days.repository.ts';

const header = 'email_beneficiaire;besoin;services;parcours;date;url_video';

let partnerId: number;
let client: TestClient;
let count = 0;
let days = 0;

const app = useTestApp({
  env: { RATE_LIMIT_FACTOR: '1000' },
  settings: { importMailsPerDay: 2 },
  clock: { now: () => new Date(Date.now() + days * 24 * 3600_000) },
});
beforeAll(async () => {
  await addPeopleLists(app.make);
  await app.make.aService({ code: 'CONSEIL' });
});
// A new organisation for each test, without earlier mails.
beforeEach(async () => {
  days = 0;
  const service = await app.db.referenceItem.findFirstOrThrow({ where: { code: 'CONSEIL' } });
  partnerId = (await app.make.aPartner({ serviceItems: [service] })).id;
  client = await app.as(await app.make.anAgent({ partnerId }));
  await app.db.outboxMail.deleteMany();
});

const importRequests = (emails: readonly string[]) => {
  count += 1;
  const lines = emails.map(
    (email, index) => `${email};besoin ${String(count)}.${String(index)};CONSEIL;;;`,
  );
  const text = [header, ...lines, `# ${String(count)}`].join('\n');
  return client
    .post('/requests/uploadCanevasDemandes')
    .attach('file', Buffer.from(text), { filename: 'demandes.csv', contentType: 'text/csv' })
    .expect(200);
};
const importPeople = (emails: readonly string[]) =>
  client
    .post('/beneficiary/uploadCanevasBeneficiaires')
    .attach('file', peopleFile(...emails.map((email) => ({ email }))), {
      filename: 'gens.xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
    .expect(200);
const aKnownPerson = () => app.make.aBeneficiary({ openedBy: partnerId, lang: 'en' });
const rows = () => app.db.outboxMail.findMany({ orderBy: { id: 'asc' } });
/** The days until each mail of the template leaves, in the order of writing. */
const daysOf = async (template: string): Promise<number[]> =>
  (await rows())
    .filter((row) => row.template === template)
    .map(
      ({ nextAttemptAt }) => Math.round((nextAttemptAt.getTime() - Date.now()) / 86_400_000) + 0,
    );
const someone = () => `someone${String((count += 1))}@example.org`;

describe('the mail about filed requests', () => {
  it('is one mail for a file, which lists the first twenty requests by number', async () => {
    const known = await aKnownPerson();
    await importRequests(Array.from({ length: 25 }, () => known.email));
    const mails = (await app.mails()).filter(({ to }) => to === known.email);
    expect(mails).toMatchObject([{ template: 'requestsFiled', params: { count: 25 } }]);
    const { params } = mails[0] as unknown as { params: MailTemplates['requestsFiled'] };
    const { list, paragraphs } = composeMail('requestsFiled', params, 'en', 'https://x.ma');
    const numbers = await app.db.supportRequest.findMany({
      where: { beneficiaryId: known.id },
      orderBy: { id: 'asc' },
      take: 20,
    });
    expect(list.map((item) => (typeof item === 'string' ? item : item.url))).toEqual([
      ...numbers.map(({ id }) => `https://x.ma/requests/${String(id)}/receipt?lang=en`),
      '…',
    ]);
    expect(paragraphs.join(' ')).toContain('25');
  });

  it('is one mail per organisation for consecutive files', async () => {
    const known = await aKnownPerson();
    await importRequests([known.email, known.email]);
    await importRequests([known.email]);
    const [mail, ...others] = (await rows()).filter(({ to }) => to === known.email);
    expect(others).toEqual([]);
    const params = mail?.params as unknown as MailTemplates['requestEvents'];
    const { subject, list } = composeMail('requestEvents', params, 'en', 'https://x.ma');
    expect(subject).toContain('3');
    expect(list).toHaveLength(3);
    // Another organisation that knows them sends its own mail.
    const service = await app.db.referenceItem.findFirstOrThrow({ where: { code: 'CONSEIL' } });
    const other = await app.make.aPartner({ serviceItems: [service] });
    await app.db.import.create({
      data: {
        kind: 'BENEFICIARIES',
        partnerId: other.id,
        originalName: 'x',
        sha256: 'x',
        rows: 1,
        accounts: { connect: { id: known.id } },
      },
    });
    client = await app.as(await app.make.anAgent({ partnerId: other.id }));
    await importRequests([known.email]);
    expect((await rows()).filter(({ to }) => to === known.email)).toHaveLength(2);
  });
});

describe('people unknown to an organisation', () => {
  it('are invited up to a daily limit; the others follow on later days, and the agent gets a note', async () => {
    const { body } = await importPeople([someone(), someone(), someone(), someone(), someone()]);
    expect(await daysOf('invitation')).toEqual([0, 0, 1, 1, 2]);
    expect((body as { notes: string[] }).notes).toEqual([expect.stringMatching(/au plus 2 /)]);
    // The last link is valid for fourteen days after its mail leaves.
    const token = await app.db.accountToken.findFirstOrThrow({ orderBy: { expiresAt: 'desc' } });
    expect(token.expiresAt.getTime()).toBeGreaterThan(Date.now() + 15.9 * 86_400_000);
  });

  it('are counted together over all kinds of files', async () => {
    expect((await importPeople([someone()])).body).not.toHaveProperty('notes');
    const unknown = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const { body } = await importRequests(unknown.map(({ email }) => email));
    expect((await daysOf('agreementAsked')).toSorted()).toEqual([0, 1]);
    expect(body).toHaveProperty('notes');
    await importPeople([someone()]);
    expect(await daysOf('invitation')).toEqual([0, 1]);
  });

  it('use the daily limit with or without an account, so the days reveal no accounts', async () => {
    const known = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    await importPeople([...known.map(({ email }) => email), someone()]);
    expect(await daysOf('invitation')).toEqual([1]);
  });

  it('are counted file by file, also for simultaneous files', async () => {
    const take = () =>
      takeMailDays(app.deps.db, { partnerId, count: 1, perDay: 2, now: new Date(noon) });
    const noon = Date.now();
    const first = await take();
    const others = await Promise.all([take(), take(), take()]);
    expect([first, ...others].map((of) => of(0)).toSorted((a, b) => a - b)).toEqual([
      ...[0, 0],
      ...[1440, 1440],
    ]);
  });

  it('are limited within any 24 hours, also around midnight', { tags: ['slow'] }, async () => {
    const hoursOf = async () =>
      (await rows())
        .filter(({ template }) => template === 'invitation')
        .map(({ nextAttemptAt }) => Math.round((nextAttemptAt.getTime() - Date.now()) / 3600_000));
    for (const [hour, people, leaves] of [
      [0, 1, [0]],
      [23, 1, [0]],
      [25, 2, [0, 22]],
      [26, 1, [23]],
    ] as const) {
      days = hour / 24;
      client = await app.as(await app.make.anAgent({ partnerId }));
      await app.db.outboxMail.deleteMany();
      await importPeople(Array.from({ length: people }, someone));
      expect((await hoursOf()).map((hours) => hours + 0)).toEqual(leaves);
    }
  });

  it('are invited at once again when the planned days are over', async () => {
    await importPeople([someone(), someone(), someone()]);
    days = 2;
    client = await app.as(await app.make.anAgent({ partnerId }));
    await app.db.outboxMail.deleteMany();
    await importPeople([someone(), someone()]);
    expect(await daysOf('invitation')).toEqual([0, 0]);
  });
});
