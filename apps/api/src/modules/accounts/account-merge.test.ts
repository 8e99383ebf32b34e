import { randomUUID } from 'node:crypto';

import { langs } from '@wasl/contracts';
import type { PersonView } from '@wasl/contracts/administration';
import { describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { anAdministrator } from '../../testing/administrators.ts';
import { addDocument, madeBefore, testPassword, useTestApp } from '../../testing/index.ts';
import { accountMergeService, mergedColumns } from './index.ts';

const clock = movableClock();
const app = useTestApp({ clock });
const me = madeBefore(() => anAdministrator(app));
const word = { by: 'Karim', reason: 'Deux inscriptions' };

type User = Awaited<ReturnType<typeof app.make.aBeneficiary>>;
const two = async () => [await app.make.aBeneficiary(), await app.make.aBeneficiary()] as const;
const start = async (kept: User, email: string) =>
  (
    (
      await me.client
        .post(`/admin/people/${kept.id}/merge`, { email, reason: 'Deux inscriptions' })
        .expect(200)
    ).body as { refusal: string | null }
  ).refusal;
const read = async ({ id }: User) =>
  (await me.client.get(`/admin/people/${id}?lang=fr`).expect(200)).body as PersonView;
const cancel = async ({ id }: User) =>
  (await me.client.post(`/admin/people/${id}/merge/end`).expect(200)).body as { wasOpen: boolean };
const linkTo = async ({ email }: User): Promise<string> => {
  const mail = (await app.mails()).findLast(
    ({ to, template }) => to === email && template === 'mergeAsked',
  );
  return `/emails/reunir/${String(mail?.params['token'])}`;
};
const open = async (path: string, method = 'GET') => {
  const answer = await fetch(`${app.baseUrl}${path}`, { method });
  return { status: answer.status, html: await answer.text() };
};
const press = async (user: User) => open(await linkTo(user), 'POST');
const signIn = (email: string) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password: testPassword });
const mailsTo = async (email: string) =>
  (await app.mails()).filter(({ to }) => to === email).map(({ template }) => template);
const actsOf = async ({ id: userId }: User) =>
  (await app.db.administratorAct.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ kind, byName }) => `${kind} ${byName}`,
  );
/** Starts a merge and confirms it on both sides. */
async function merge(kept: User, other: User): Promise<void> {
  expect(await start(kept, other.email)).toBeNull();
  const links = [await linkTo(kept), await linkTo(other)];
  for (const link of links) expect((await open(link, 'POST')).status).toBe(200);
}

describe('a merge of two accounts', () => {
  it('moves the data of the other account, erases it, ends its sessions and mails both addresses', async () => {
    const [kept, other] = await two();
    const client = await app.as(other);
    const draft = await app.make.aRequest({ beneficiaryId: other.id });
    await addDocument(client, draft.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
    const sent = await app.make.aRequest({ beneficiaryId: other.id, status: 'ENTAME' });
    const step = await app.make.aStep({ requestId: sent.id, status: 'IN_PROGRESS' });
    await app.db.stepMessage.create({
      data: {
        stepId: step.id,
        authorId: other.id,
        authorRole: 'BENEFICIAIRE',
        body: 'Bonjour',
        clientKey: randomUUID(),
      },
    });
    await app.db.rating.create({
      data: { stepId: step.id, beneficiaryRating: 4, beneficiaryFeedback: 'Bien' },
    });
    const simulation = await app.make.aSimulation(other.id);
    await app.db.notice.create({ data: { userId: other.id, kind: 'STATUS', requestId: sent.id } });
    await client.put('/drafts/request', { value: { step: 2 }, version: null }).expect(200);

    expect(await start(kept, other.email)).toBeNull();
    expect((await read(other)).merge).toMatchObject({
      kept: { id: kept.id, email: kept.email, isConfirmed: false },
      other: { id: other.id, isConfirmed: false },
    });
    expect((await press(other)).html).toContain('C’est noté');
    expect((await read(kept)).merge).toMatchObject({
      kept: { isConfirmed: false },
      other: { isConfirmed: true },
    });
    await client.get('/requests/yourTurn').expect(200);
    expect((await press(kept)).html).toContain('Vos comptes sont réunis');

    await client.get('/requests/yourTurn').expect(401);
    await signIn(other.email).expect(401);
    await signIn(kept.email).expect(200);
    const mine = await app.as(kept);
    await mine.get(`/requests/${String(draft.id)}`).expect(200);
    await mine.get(`/requests/${String(sent.id)}`).expect(200);
    expect((await mine.get('/drafts/request').expect(200)).body).toMatchObject({
      draft: { value: { step: 2 } },
    });
    const [message] = await app.db.stepMessage.findMany({ where: { stepId: step.id } });
    expect(message?.authorId).toBe(kept.id);
    expect(await app.db.rating.count({ where: { stepId: step.id } })).toBe(1);
    expect(await app.db.simulation.findUnique({ where: { id: simulation.id } })).toMatchObject({
      ownerId: kept.id,
    });
    expect(await app.db.notice.count({ where: { userId: kept.id, requestId: sent.id } })).toBe(1);
    const files = await app.db.storedFile.findMany({
      where: { requestDocument: { requestId: draft.id } },
    });
    expect(files.map(({ ownerId }) => ownerId)).toEqual([kept.id]);
    const gone = await app.db.user.findUniqueOrThrow({ where: { id: other.id } });
    expect(gone).toMatchObject({ nom: '—', numCin: null, passwordHash: null });
    expect(gone.email).toContain('@erased.invalid');
    expect(await mailsTo(kept.email)).toContain('mergeDone');
    expect(await mailsTo(other.email)).toEqual(['mergeEnded']);
    expect(await actsOf(kept)).toEqual([`MERGE_STARTED ${me.email}`, `MERGED ${me.email}`]);
    expect(await actsOf(other)).toEqual([`MERGE_STARTED ${me.email}`, `MERGED ${me.email}`]);
    expect((await read(kept)).merge).toBeNull();
  });

  it('keeps the remaining account’s row when both accounts have a row', async () => {
    const [kept, other] = await two();
    const clientKey = randomUUID();
    for (const [{ id: userId }, name] of [
      [kept, 'kept'],
      [other, 'other'],
    ] as const) {
      await app.make.aRequest({ beneficiaryId: userId, clientKey });
      const isKept = name === 'kept';
      const lang = isKept ? 'fr' : 'ar';
      await app.db.consent.create({ data: { userId, version: 1, lang, at: clock.now() } });
      await app.db.refusedMail.create({ data: { userId, kind: 'STATUS' } });
      await app.db.dismissedProposal.create({ data: { userId, code: 'SAME' } });
      await app.db.identity.create({
        data: { userId, typeIdentity: isKept ? 'cin' : 'passport', idExpirationDate: clock.now() },
      });
      await (
        await app.as({ id: userId })
      )
        .put('/drafts/request', { value: { step: 1, description: name }, version: null })
        .expect(200);
    }
    const own = { userId: other.id };
    await app.db.consent.create({ data: { ...own, version: 2, lang: 'ar', at: clock.now() } });
    await app.db.refusedMail.create({ data: { ...own, kind: 'DRAFT' } });
    await app.db.dismissedProposal.create({ data: { ...own, code: 'OTHER' } });
    const picture = { ownerId: other.id, originalName: 'cin.png', mimeType: 'image/png', size: 1 };
    const file = await app.db.storedFile.create({
      data: { ...picture, key: randomUUID(), sha256: randomUUID() },
    });
    await app.db.identity.update({ where: own, data: { fileId: file.id } });
    await merge(kept, other);
    const where = { userId: kept.id };
    const requests = await app.db.supportRequest.findMany({ where: { beneficiaryId: kept.id } });
    expect(requests.map((one) => one.clientKey).sort()).toEqual([clientKey, null]);
    const consents = await app.db.consent.findMany({ where, orderBy: { version: 'asc' } });
    expect(consents.map(({ version, lang }) => [version, lang])).toEqual([
      [1, 'fr'],
      [2, 'ar'],
    ]);
    const refused = await app.db.refusedMail.findMany({ where });
    expect(refused.map(({ kind }) => kind).sort()).toEqual(['DRAFT', 'STATUS']);
    const dismissed = await app.db.dismissedProposal.findMany({ where });
    expect(dismissed.map(({ code }) => code).sort()).toEqual(['OTHER', 'SAME']);
    expect(await app.db.identity.findUnique({ where })).toMatchObject({ typeIdentity: 'cin' });
    expect(
      await app.db.storedFile.findFirst({ where: { id: file.id, ownerId: kept.id } }),
    ).toBeNull();
    expect((await (await app.as(kept)).get('/drafts/request').expect(200)).body).toMatchObject({
      draft: { value: { description: 'kept' } },
    });
    // The current answers stay the current ones; the other ones are history.
    const surveys = await app.db.qualification.findMany({ where });
    expect(surveys.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
    expect(surveys).toHaveLength(2);
    for (const count of [
      app.db.consent.count({ where: own }),
      app.db.refusedMail.count({ where: own }),
      app.db.dismissedProposal.count({ where: own }),
      app.db.identity.count({ where: own }),
      app.db.accountDraft.count({ where: { ownerId: other.id } }),
    ])
      expect(await count).toBe(0);
  });

  it('moves the identity, the survey and pending mails when the remaining account has none', async () => {
    const kept = await app.make.aBeneficiary({ isQualified: false });
    const other = await app.make.aBeneficiary();
    await app.db.identity.create({
      data: { userId: other.id, typeIdentity: 'passport', idExpirationDate: clock.now() },
    });
    for (const template of ['draftForgotten', 'resetPassword'] as const)
      await app.db.outboxMail.create({
        data: { to: other.email, lang: 'fr', template, params: { name: 'A' } },
      });
    await merge(kept, other);
    const where = { userId: kept.id };
    expect(await app.db.identity.count({ where })).toBe(1);
    expect(await app.db.qualification.count({ where: { ...where, replacedAt: null } })).toBe(1);
    const mails = await mailsTo(kept.email);
    expect(mails).toContain('draftForgotten');
    expect(mails).not.toContain('resetPassword');
  });

  it('covers every column that references a person', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      `SELECT c.conrelid::regclass::text || '.' || a.attname AS name
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
       WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`,
    );
    const answered = [
      ...Object.keys(mergedColumns),
      ...app.deps.additions.personal.flatMap(({ columns }) => columns),
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual(answered.sort());
  });
});

describe('the link of a merge', () => {
  it.each(langs)('explains the merge in %s and changes nothing when it is opened', async (lang) => {
    const [kept, other] = await two();
    await start(kept, other.email);
    for (const user of [kept, other]) {
      const { status, html } = await open(`${await linkTo(user)}?lang=${lang}`);
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(html).toContain('<form method="post"');
      expect(html).toContain(user.email);
      expect(html).not.toContain((user === kept ? other : kept).email);
      expect(html).not.toMatch(/<script|<style|\sstyle=/);
    }
    expect((await read(kept)).merge).toMatchObject({
      kept: { isConfirmed: false },
      other: { isConfirmed: false },
    });
  });

  it('counts two presses of one side as one confirmation', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    const link = await linkTo(other);
    const statuses = (await Promise.all([open(link, 'POST'), open(link, 'POST')])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 404]);
    expect((await open(link)).status).toBe(404);
    expect((await read(kept)).merge?.kept.isConfirmed).toBe(false);
    await signIn(other.email).expect(200);
  });

  it.each([1, 2, 3, 4])(
    'merges exactly once when both sides confirm at the same moment (%i)',
    async () => {
      const [kept, other] = await two();
      await start(kept, other.email);
      const links = [await linkTo(kept), await linkTo(other)];
      const answers = await Promise.all([...links, ...links].map((link) => open(link, 'POST')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 404, 404]);
      const merged = answers.filter(({ html }) => html.includes('Vos comptes sont réunis'));
      expect(merged).toHaveLength(1);
      expect((await mailsTo(kept.email)).filter((mail) => mail === 'mergeDone')).toHaveLength(1);
      expect((await actsOf(kept)).filter((act) => act.startsWith('MERGED'))).toHaveLength(1);
      expect(
        await app.db.accountMerge.count({ where: { keptId: kept.id, mergedAt: { not: null } } }),
      ).toBe(1);
    },
  );

  it('expires after seven days', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    const old = await linkTo(other);
    clock.advance(7 * 24 * 3600 + 1);
    expect((await open(old, 'POST')).status).toBe(404);
    const merges = accountMergeService(app.deps);
    expect(await merges.read(kept.id)).toBeNull();
    expect(await merges.start(kept.email, other.email, word)).toBeNull();
    expect((await open(old, 'POST')).status).toBe(404);
  });

  it('is invalid after the end of the merge, and when guessed', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    const link = await linkTo(other);
    expect((await press(kept)).status).toBe(200);
    expect(await cancel(other)).toEqual({ wasOpen: true });
    expect(await cancel(other)).toEqual({ wasOpen: false });
    for (const path of [link, '/emails/reunir/x', '/emails/reunir/', '/emails/reunir/%E0%A4%A'])
      for (const method of ['GET', 'POST'])
        expect((await open(path, method)).status, `${method} ${path}`).toBe(404);
    await signIn(other.email).expect(200);
    expect((await actsOf(kept)).at(-1)).toBe(`MERGE_CANCELLED ${me.email}`);
  });

  it('ends the merge when the accounts have changed and the merge is no longer allowed', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    await press(kept);
    await app.db.user.update({ where: { id: other.id }, data: { disabledAt: clock.now() } });
    expect((await press(other)).status).toBe(409);
    expect((await read(kept)).merge).toBeNull();
    expect(await actsOf(kept)).toEqual([`MERGE_STARTED ${me.email}`]);
    expect(await app.db.user.count({ where: { email: other.email } })).toBe(1);
  });

  it('expires when one of the accounts is erased', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    const link = await linkTo(kept);
    await me.client.post(`/admin/people/${other.id}/erasure`, { email: other.email }).expect(200);
    expect((await open(link, 'POST')).status).toBe(404);
    expect((await read(kept)).merge).toBeNull();
  });

  it('does not appear in the log', async () => {
    const [kept, other] = await two();
    await start(kept, other.email);
    const link = await linkTo(kept);
    await open(link);
    await expect
      .poll(() => app.logLines.some((line) => line.includes('/emails/reunir/[redacted]')))
      .toBe(true);
    expect(app.logLines.join('\n')).not.toContain(link.split('/').at(-1));
  });
});

describe('the refusal of a merge', () => {
  it('covers one account, agents, and accounts that are closed, unconfirmed, due for erasure or merging', async () => {
    const [kept, other] = await two();
    const now = clock.now();
    const email = async (over: Parameters<typeof app.make.aBeneficiary>[0]) =>
      (await app.make.aBeneficiary(over)).email;
    expect(await start(kept, 'nobody@example.org')).toBe('unknown');
    expect(await start(kept, kept.email)).toBe('same');
    expect(await start(kept, (await app.make.anAgent()).email)).toBe('notBeneficiary');
    expect(await start(kept, await email({ disabledAt: now }))).toBe('closed');
    expect(await start(kept, await email({ emailConfirmedAt: null }))).toBe('unconfirmed');
    expect(await start(kept, await email({ deletionAskedAt: now }))).toBe('deletionAsked');
    expect(await actsOf(kept)).toEqual([]);
    expect(await start(kept, other.email)).toBeNull();
    const third = await app.make.aBeneficiary();
    expect(await start(third, other.email)).toBe('open');
    expect(await start(kept, third.email)).toBe('open');
    expect(await mailsTo(third.email)).toEqual([]);
  });

  it('covers two accounts with an open request for one service at one organisation', async () => {
    const [kept, other] = await two();
    const { id: partnerId } = await app.make.aPartner();
    const { id: titleItemId } = await app.make.aService();
    const steps = [];
    for (const { id: beneficiaryId } of [kept, other]) {
      const { id: requestId } = await app.make.aRequest({ beneficiaryId, status: 'ENTAME' });
      steps.push(await app.make.aStep({ requestId, partnerId, titleItemId }));
    }
    expect(await start(kept, other.email)).toBe('sameService');
    await app.db.processingStep.update({
      where: { id: steps[0]?.id ?? 0 },
      data: { status: 'PROCESSED', percent: 100 },
    });
    expect(await start(kept, other.email)).toBeNull();
  });

  it('covers every caller except an administrator', async () => {
    const [kept, other] = await two();
    const attacker = await app.as(kept);
    const body = { email: other.email, reason: 'Deux inscriptions' };
    await attacker.post(`/admin/people/${kept.id}/merge`, body).expect(404);
    await attacker.post(`/admin/people/${kept.id}/merge/end`).expect(404);
    expect(await app.db.accountMerge.count({ where: { keptId: kept.id } })).toBe(0);
    await me.client.post(`/admin/people/${kept.id}/merge`, { email: other.email }).expect(400);
    expect(await mailsTo(other.email)).toEqual([]);
  });

  it('covers the second of two administrators who start it at the same moment', async () => {
    const [kept, other] = await two();
    const merges = accountMergeService(app.deps);
    const answers = await Promise.all([
      merges.start(kept.email, other.email, word),
      merges.start(other.email, kept.email, word),
    ]);
    expect(answers.toSorted()).toEqual([null, 'open'].toSorted());
  });
});
