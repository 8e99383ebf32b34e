import { afterEach, describe, expect, it } from 'vitest';

import { testPassword, useTestApp } from '../../testing/index.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { eraseDueAccounts } from './index.ts';

const clock = movableClock();
const day = 24 * 3600;
const app = useTestApp({ clock });
afterEach(async () => {
  // Clears open demands before the next test moves the clock.
  await app.db.user.updateMany({ data: { deletionAskedAt: null } });
  await app.db.rateLimit.deleteMany();
});

const signIn = (email: string) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password: testPassword });
const claimsOf = (answer: { body: unknown }) => {
  const [, payload = ''] = (answer.body as { token: string }).token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
};
const mailsTo = async (email: string) =>
  (await app.mails()).filter(({ to }) => to === email).map(({ template }) => template);

async function asks(user: { id: string }): Promise<void> {
  const client = await app.as(user);
  await client.post('/utilisateurs/deleteAccount', { currentPassword: testPassword }).expect(200);
}

/** Two runs of the housekeeping: the first closes due accounts, the second erases them. */
async function erasesInTwoRounds(): Promise<number> {
  const first = await eraseDueAccounts(app.deps);
  clock.advance(3600);
  return first + (await eraseDueAccounts(app.deps));
}

describe('the export of personal data', () => {
  it('contains the data of the person, without data of others and without secrets', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const mine = await app.make.aRequest({ beneficiaryId: user.id, description: 'Une serre' });
    const theirs = await app.make.aRequest({ beneficiaryId: other.id, description: 'Un moulin' });
    const client = await app.as(user);
    const answer = await client.get('/utilisateurs/export').buffer(true).expect(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*wasl-[\d-]+\.json/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const text = JSON.stringify(answer.body);
    expect(answer.body).toMatchObject({
      email: user.email,
      sessions: [{}],
      requests: [{ numRequest: mine.numRequest, description: 'Une serre', steps: [] }],
      simulations: [],
      files: [],
      qualifications: expect.any(Array) as unknown,
      mails: [],
    });
    expect(text).not.toMatch(/password|sessionVersion|\$2[aby]\$/i);
    for (const foreign of [other.email, theirs.numRequest, 'Un moulin']) {
      expect(text).not.toContain(foreign);
    }
  });

  it('is complete, whatever the length of the lists', async () => {
    const user = await app.make.aBeneficiary();
    for (let number = 0; number < 103; number += 1) {
      await app.make.aRequest({ beneficiaryId: user.id });
    }
    const client = await app.as(user);
    const answer = await client.get('/utilisateurs/export').expect(200);
    const { requests } = answer.body as { requests: { id: number }[] };
    expect(new Set(requests.map(({ id }) => id)).size).toBe(103);
  });

  it('is available five times an hour, and logged each time', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    for (let time = 0; time < 5; time += 1) await client.get('/utilisateurs/export').expect(200);
    await client.get('/utilisateurs/export').expect(429);
    const noted = app.logLines.filter(
      (line) => line.includes('account.data_exported') && line.includes(user.id),
    );
    expect(noted).toHaveLength(5);
  });
});

describe('the request to delete an account', () => {
  it('requires the password, ends every session, and mails the deletion date', async () => {
    const user = await app.make.aBeneficiary({ lang: 'es' });
    const [here, elsewhere] = [await app.as(user), await app.as(user)];
    const wrong = await here
      .post('/utilisateurs/deleteAccount', { currentPassword: 'Autre#Mot2026' })
      .expect(400);
    expect(wrong.body).toMatchObject({ errors: [{ path: 'currentPassword' }] });
    await elsewhere.get('/utilisateurs/sessions').expect(200);
    const answer = await here
      .post('/utilisateurs/deleteAccount', { currentPassword: testPassword })
      .expect(200);
    const { deletionDueOn } = answer.body as { deletionDueOn: string };
    expect(deletionDueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const client of [here, elsewhere]) await client.get('/utilisateurs/sessions').expect(401);
    expect((await app.mails()).filter(({ to }) => to === user.email)).toMatchObject([
      { template: 'accountDeletionAsked', lang: 'es', params: { dueOn: deletionDueOn } },
    ]);
  });

  it('can be cancelled by signing in during the thirty days', async () => {
    const user = await app.make.aBeneficiary();
    await asks(user);
    clock.advance(29 * day);
    expect(await erasesInTwoRounds()).toBe(0);
    const back = await signIn(user.email).expect(200);
    expect(claimsOf(back)).toHaveProperty('deletionDueOn');
    const client = await app.as(user);
    const remaining = await client.post('/utilisateurs/keepAccount').expect(200);
    expect(claimsOf(remaining)).not.toHaveProperty('deletionDueOn');
    await client.post('/utilisateurs/keepAccount').expect(200);
    expect(await mailsTo(user.email)).toEqual(['accountDeletionAsked', 'accountKept']);
    const [asked, cancelled] = (await app.mails()).filter(({ to }) => to === user.email);
    const { dueOn, eventKey } = cancelled?.params ?? {};
    expect(eventKey).toContain(user.id);
    expect(asked?.params).toMatchObject({ dueOn, eventKey });
    clock.advance(31 * day);
    expect(await erasesInTwoRounds()).toBe(0);
    expect(claimsOf(await signIn(user.email).expect(200))).not.toHaveProperty('deletionDueOn');
  });

  it('keeps its date when it is repeated', async () => {
    const user = await app.make.aBeneficiary();
    await asks(user);
    const { deletionAskedAt } = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    clock.advance(10 * day);
    await asks(user);
    const after = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after.deletionAskedAt).toEqual(deletionAskedAt);
    expect(await mailsTo(user.email)).toEqual(['accountDeletionAsked']);
  });

  it('takes effect after thirty days: open requests are withdrawn and nothing names the person', async () => {
    const user = await app.make.aBeneficiary({ nom: 'Bouazza', lang: 'ar' });
    const bystander = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    await asks(user);
    clock.advance(30 * day + 1);
    expect(await erasesInTwoRounds()).toBe(1);
    expect(await erasesInTwoRounds()).toBe(0);
    const erased = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(JSON.stringify(erased)).not.toMatch(/Bouazza/);
    expect(erased).toMatchObject({ passwordHash: null, deletionAskedAt: null });
    expect(
      await app.db.supportRequest.findUniqueOrThrow({ where: { id: request.id } }),
    ).toMatchObject({ status: 'SUPPRIME', description: null });
    await signIn(user.email).expect(401);
    await signIn(bystander.email).expect(200);
    expect((await app.mails()).filter(({ to }) => to === user.email)).toMatchObject([
      { template: 'accountErased', lang: 'ar' },
    ]);
    expect(
      app.logLines.some((line) => line.includes('admin.person_erased') && line.includes(user.id)),
    ).toBe(true);
  });

  it('removes only the texts about the person from the history', async () => {
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'DEMANDE_TRAITE' });
    const other = await app.make.aRequest({ status: 'A_REFOURMULER' });
    const about = async (requestId: number, detail: string, toStatus = 'A_REFOURMULER') =>
      await app.db.historyEvent.create({
        data: {
          requestId,
          kind: 'STATUS',
          fromStatus: 'NOUVEAU',
          toStatus,
          detail,
        },
      });
    const words = await about(request.id, 'Madame, votre mari ne peut pas signer.');
    await about(request.id, 'Absente jusqu’en mars.', 'EN_ATTENTE');
    const remaining = await about(other.id, 'Il manque le devis.');
    await app.db.historyEvent.create({
      data: { requestId: request.id, kind: 'DOCUMENT_UPLOADED', detail: 'BUSINESS_PLAN' },
    });
    await asks(user);
    clock.advance(30 * day);
    expect(await erasesInTwoRounds()).toBe(1);
    const details = await app.db.historyEvent.findMany({
      where: { requestId: { in: [request.id, other.id] } },
      orderBy: { id: 'asc' },
      select: { detail: true },
    });
    expect(details.map(({ detail }) => detail)).toEqual([
      null,
      null,
      remaining.detail,
      'BUSINESS_PLAN',
    ]);
    // The database refuses any other change of the history.
    const changes = [
      { detail: 'x' },
      { detail: null, toStatus: null },
      { detail: null, at: new Date(0) },
    ];
    for (const data of changes) {
      const change = app.db.historyEvent.update({ where: { id: remaining.id }, data });
      await expect(change).rejects.toThrow();
    }
    await expect(app.db.historyEvent.delete({ where: { id: words.id } })).rejects.toThrow();
    expect(await app.db.historyEvent.findUnique({ where: { id: remaining.id } })).toEqual(
      remaining,
    );
  });

  it('deletes the drafts of its owner', async () => {
    const user = await app.make.aBeneficiary();
    const service = await app.make.aService();
    const client = await app.as(user);
    await app.db.user.update({
      where: { id: user.id },
      data: { deletionAskedAt: new Date(clock.now().getTime() - 31 * day * 1000) },
    });
    const write = () =>
      client
        .post('/requests')
        .field(
          'createRequestDto',
          JSON.stringify({ description: 'Un four', services: [{ code: service.code }] }),
        );
    await Promise.all([eraseDueAccounts(app.deps), write(), write(), write()]);
    await write().expect(401);
    clock.advance(3600);
    expect(await eraseDueAccounts(app.deps)).toBe(1);
    const left = await app.db.supportRequest.findMany({ where: { beneficiaryId: user.id } });
    for (const one of left) expect(one).toMatchObject({ status: 'SUPPRIME', description: null });
  });
});
