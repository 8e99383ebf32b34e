import { describe, expect, it } from 'vitest';

import { endUnconfirmed, personDataService } from '../modules/accounts/index.ts';
import { retention } from '../platform/jobs/retention.ts';
import { useAdmin } from '../testing/admin.ts';
import { useTestApp } from '../testing/index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);

const daysAgo = (days: number) => new Date(app.deps.clock.now().getTime() - days * 86_400_000);
const { unconfirmedAccounts } = retention;

const unconfirmed = async (days: number, over: object = {}) =>
  await app.make.aBeneficiary({
    isQualified: false,
    emailConfirmedAt: null,
    createdAt: daysAgo(days),
    ...over,
  });
const accountOf = async (id: string) => await app.db.user.findUniqueOrThrow({ where: { id } });
const line = (what: string) =>
  out
    .find((one) => one.includes(what))
    ?.match(/\d+/g)
    ?.map(Number);

it('erases only accounts that stay unconfirmed for 30 days, without a mail', async () => {
  const old = await unconfirmed(31);
  const file = await app.db.storedFile.create({
    data: {
      key: 'expired',
      originalName: 'cin.png',
      mimeType: 'image/png',
      size: 1,
      sha256: '',
      ownerId: old.id,
    },
  });
  const remaining = [
    await unconfirmed(29),
    await app.make.aBeneficiary({ createdAt: daysAgo(400) }),
    await unconfirmed(31, { disabledAt: daysAgo(20) }),
    // Created by an organisation's import, whose invitation is still valid.
    await unconfirmed(31, { openedBy: (await app.make.anAgent()).partnerId }),
  ];
  // Filed by an organisation for an unconfirmed account.
  const filed = await unconfirmed(31);
  await app.make.aRequest({ beneficiaryId: filed.id, status: 'NOUVEAU' });
  await endUnconfirmed(app.deps);
  expect(await accountOf(old.id)).toMatchObject({
    email: expect.stringMatching(/^erased-/),
    numCin: null,
    phone: null,
    passwordHash: null,
  });
  expect(await app.db.storedFile.findUnique({ where: { id: file.id } })).toMatchObject({
    originalName: '',
    ownerId: null,
  });
  for (const one of [...remaining, filed])
    expect(await accountOf(one.id)).toMatchObject({ email: one.email, phone: one.phone });
  expect(await app.db.outboxMail.count({ where: { to: old.email } })).toBe(0);
});

it('removes an unapproved organisation once it has no agent', async () => {
  const agent = await app.make.anAgent({ emailConfirmedAt: null, createdAt: daysAgo(31) });
  const partnerId = agent.partnerId;
  await app.db.partner.update({
    where: { id: partnerId },
    data: { approvedAt: null, createdAt: daysAgo(31) },
  });
  const awaited = await app.make.anAgent();
  await app.db.partner.update({
    where: { id: awaited.partnerId },
    data: { approvedAt: null, createdAt: daysAgo(89) },
  });
  await endUnconfirmed(app.deps);
  expect(await app.db.partner.findUnique({ where: { id: partnerId } })).toBeNull();
  expect(await app.db.partner.findUnique({ where: { id: awaited.partnerId } })).not.toBeNull();
});

describe('organisations without a decision', () => {
  const { unapprovedOrganisations } = retention;
  /** An organisation of this age, with the agent who founded it. */
  const founded = async (days: number, partner: object = {}, agent: object = {}) => {
    const { id, partnerId, email } = await app.make.anAgent({
      approvedAt: null,
      emailConfirmedAt: daysAgo(days),
      createdAt: daysAgo(days),
      lang: 'ar',
      ...agent,
    });
    const data = { approvedAt: null, createdAt: daysAgo(days), ...partner };
    const { title } = await app.db.partner.update({ where: { id: partnerId }, data });
    return { id, partnerId, email, title };
  };
  const isThere = async ({ id, partnerId, email }: Awaited<ReturnType<typeof founded>>) =>
    (await app.db.partner.findUnique({ where: { id: partnerId } })) !== null &&
    (await accountOf(id)).email === email;
  const mailsTo = async (to: string) =>
    await app.db.outboxMail.findMany({ where: { to }, select: { template: true, lang: true } });

  it('are deleted after 90 days with the accounts of their agents, who get a mail', async () => {
    const old = await founded(91);
    const logo = await app.db.storedFile.create({
      data: {
        key: 'expired-logo',
        originalName: 'logo.png',
        mimeType: 'image/png',
        size: 1,
        sha256: '',
        ownerId: old.id,
        partnerLogo: { connect: { id: old.partnerId } },
      },
    });
    const remaining = [
      await founded(89),
      await founded(91, { approvedAt: daysAgo(1) }),
      await founded(91, { refusedAt: daysAgo(1) }),
      // The administrator must decide on more than the approval.
      await founded(91, {}, { disabledAt: daysAgo(80) }),
    ];
    out.length = 0;
    await admin('retention', '--dry-run');
    const [days, before = 0, after] = line(unapprovedOrganisations.what) ?? [];
    expect([days, after]).toEqual([90, before - 1]);
    expect(await isThere(old)).toBe(true);
    out.length = 0;
    await admin('retention');
    expect(line(unapprovedOrganisations.what)).toEqual([90, before, before - 1]);
    expect(await isThere(old)).toBe(false);
    expect(await app.db.partner.findUnique({ where: { id: old.partnerId } })).toBeNull();
    expect(await accountOf(old.id)).toMatchObject({
      email: expect.stringMatching(/^erased-/),
      partnerId: null,
      phone: null,
    });
    expect(await app.db.storedFile.findUniqueOrThrow({ where: { id: logo.id } })).toMatchObject({
      ownerId: null,
      removedAt: expect.any(Date),
    });
    expect(await mailsTo(old.email)).toEqual([{ template: 'organisationExpired', lang: 'ar' }]);
    for (const one of remaining) {
      expect(await isThere(one)).toBe(true);
      expect(await mailsTo(one.email)).toEqual([]);
    }
  });

  it('remain when the administrator decides before the deadline', async () => {
    const { id, partnerId, email } = await founded(91);
    await app.db.partner.update({ where: { id: partnerId }, data: { approvedAt: daysAgo(0) } });
    expect(await personDataService(app.deps).erase(id, 'undecided')).toBeNull();
    expect(await accountOf(id)).toMatchObject({ email, partnerId });
  });
});

it('are listed in a dry run and deleted by the real run', async () => {
  const one = await unconfirmed(31);
  const other = await unconfirmed(1);
  await app.db.notice.create({
    data: { userId: other.id, kind: 'RATED', createdAt: daysAgo(181) },
  });
  expect(await admin('retention', '--dry-run')).toBe(0);
  const before = line(unconfirmedAccounts.what);
  expect(line(retention.notices.what)).toEqual([180, 1, 0]);
  expect(out.at(-1)).toBe('Nothing was ended.');
  expect(await accountOf(one.id)).toMatchObject({ email: one.email });
  expect(await app.db.notice.count()).toBe(1);
  out.length = 0;
  expect(await admin('retention')).toBe(0);
  expect(line(unconfirmedAccounts.what)).toEqual(before);
  expect(line(retention.notices.what)).toEqual([180, 1, 0]);
  expect(await accountOf(one.id)).toMatchObject({ email: expect.stringMatching(/^erased-/) });
  out.length = 0;
  await admin('retention', '--dry-run');
  const [, remaining, left] = line(unconfirmedAccounts.what) ?? [];
  expect(left).toBe(remaining);
});
