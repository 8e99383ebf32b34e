import { dayOf, type HistoryItem, type OpenInvitation, type StepFile } from '@wasl/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';

const daySeconds = 24 * 60 * 60;
const clock = movableClock();
const app = useTestApp({ clock });
beforeEach(() => app.db.outboxMail.deleteMany());

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * daySeconds * 1000);
const inviteOn = (client: TestClient, stepId: number) =>
  client.post(`/processing/steps/${String(stepId)}/invitation`, {});
const invitationOf = async (client: TestClient, stepId: number): Promise<OpenInvitation | null> => {
  const answer = await client.get(`/processing/steps/${String(stepId)}/file`).expect(200);
  return (answer.body as StepFile).row.beneficiary.invitation;
};
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email);

/** A person whose account was imported some days ago, with a step of an organisation, and an agent of it. */
async function unknownPerson(
  over: { days?: number; opens?: 'theirs' | 'another'; status?: 'ASSIGNED' | 'PROCESSED' } = {},
) {
  const agent = await app.make.anAgent();
  const openedBy = over.opens === 'another' ? (await app.make.aPartner()).id : agent.partnerId;
  const user = await app.make.aBeneficiary({
    openedBy,
    passwordHash: null,
    emailConfirmedAt: null,
    createdAt: daysAgo(over.days ?? 8),
    lang: 'ar',
  });
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    ...(over.status === 'PROCESSED' ? { status: 'PROCESSED', percent: 100 } : {}),
  });
  return { agent, client: await app.as(agent), user, request, step };
}

describe('a person who has never opened an imported account', () => {
  it('is marked in the list and the file until they confirm the address', async () => {
    const { client, user, step } = await unknownPerson({ days: 3 });
    const expected = { remindedOn: null, invitedOn: dayOf(user.createdAt) };
    expect(await invitationOf(client, step.id)).toMatchObject(expected);
    const list = await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
    expect(
      (list.body as { results: StepFile['row'][] }).results.map(
        ({ beneficiary }) => beneficiary.invitation,
      ),
    ).toMatchObject([expected]);
    await app.db.user.update({ where: { id: user.id }, data: { emailConfirmedAt: clock.now() } });
    expect(await invitationOf(client, step.id)).toBeNull();
  });

  it('does not include a person who signed up on their own', async () => {
    const { client, step, user } = await unknownPerson();
    await app.db.user.update({ where: { id: user.id }, data: { importId: null } });
    expect(await invitationOf(client, step.id)).toBeNull();
    await inviteOn(client, step.id).expect(409);
  });

  it('is invited again with a working link in their language, which invalidates the earlier link', async () => {
    const { client, user, step, agent, request } = await unknownPerson();
    const answer = await inviteOn(client, step.id).expect(200);
    const { invitation } = answer.body as { invitation: OpenInvitation };
    const today = dayOf(clock.now());
    expect(invitation).toMatchObject({ remindedOn: today });
    expect(invitation.nextOn).not.toBeNull();
    expect(await invitationOf(client, step.id)).toEqual(invitation);
    const [mail, ...rest] = await mailsTo(user.email);
    expect(rest).toEqual([]);
    expect(mail).toMatchObject({ template: 'invitationAgain', lang: 'ar' });
    const first = String(mail?.params['token']);
    clock.advance(8 * daySeconds);
    const later = await app.as(agent);
    await inviteOn(later, step.id).expect(200);
    const second = String((await mailsTo(user.email))[1]?.params['token']);
    const save = (token: string) =>
      app.anonymous.post(`/utilisateurs/savePassword/${token}`, {
        password: 'Wasl#Nouveau2026x',
        confirmPassword: 'Wasl#Nouveau2026x',
      });
    await save(first).expect(400);
    await save(second).expect(200);
    expect(await invitationOf(later, step.id)).toBeNull();
    // Only the organisation's agents see the author in the history.
    const historyFor = async (reader: TestClient) =>
      (
        (await reader.get(`/requests/${String(request.id)}/history`).expect(200)).body as {
          items: HistoryItem[];
        }
      ).items.filter(({ what }) => what === 'invited');
    expect(await historyFor(later)).toMatchObject([{ by: { kind: 'self' } }, {}]);
    expect(
      await app.db.historyEvent.findMany({ where: { stepId: step.id, kind: 'INVITED' } }),
    ).toMatchObject([{ actorId: agent.id }, { actorId: agent.id }]);
    expect(await historyFor(await app.as(user))).toEqual([]);
    const other = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: other.partnerId });
    expect(await historyFor(await app.as(other))).toEqual([]);
  });

  it('receives one mail, for any number of simultaneous calls', async () => {
    const { client, user, step, agent } = await unknownPerson();
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const answers = await Promise.all(
      [client, colleague, client, colleague, client].map((one) => inviteOn(one, step.id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(
      await app.db.accountToken.count({ where: { userId: user.id, kind: 'INVITATION' } }),
    ).toBe(1);
  });
});

describe('a repeated invitation is refused', () => {
  const codeOf = async (client: TestClient, stepId: number, status: number) =>
    ((await inviteOn(client, stepId).expect(status)).body as { code: string }).code;

  it('for a person who has opened the account', async () => {
    const { client, user, step } = await unknownPerson();
    await app.db.user.update({ where: { id: user.id }, data: { emailConfirmedAt: clock.now() } });
    expect(await codeOf(client, step.id, 409)).toBe('ACCOUNT_OPENED');
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('before seven days have passed since the import or the last invitation', async () => {
    const { agent, step, user } = await unknownPerson({ days: 6 });
    const now = () => app.as(agent);
    expect(await codeOf(await now(), step.id, 409)).toBe('INVITED_RECENTLY');
    expect(await mailsTo(user.email)).toEqual([]);
    clock.advance(daySeconds + 1);
    await inviteOn(await now(), step.id).expect(200);
    clock.advance(7 * daySeconds - 60);
    expect(await codeOf(await now(), step.id, 409)).toBe('INVITED_RECENTLY');
    clock.advance(120);
    await inviteOn(await now(), step.id).expect(200);
  });

  it('for an organisation without a step of the person, and for a beneficiary', async () => {
    const { step, user } = await unknownPerson();
    expect(await codeOf(await app.as(await app.make.anAgent()), step.id, 404)).toBe('NOT_FOUND');
    const person = await app.make.aBeneficiary();
    expect(await codeOf(await app.as(person), step.id, 403)).toBe('FORBIDDEN');
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('for an organisation with a closed step, unless it imported the person', async () => {
    const closed = await unknownPerson({ opens: 'another', status: 'PROCESSED' });
    expect(await codeOf(closed.client, closed.step.id, 409)).toBe('STEP_CLOSED');
    const open = await unknownPerson({ opens: 'another' });
    await inviteOn(open.client, open.step.id).expect(200);
    const theirs = await unknownPerson({ status: 'PROCESSED' });
    await inviteOn(theirs.client, theirs.step.id).expect(200);
  });

  it('when the organisation may not (or no longer) see the person', async () => {
    const { client, step, request } = await unknownPerson();
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { agreement: 'WITHDRAWN' },
    });
    expect(await codeOf(client, step.id, 404)).toBe('NOT_FOUND');
  });

  it('beyond fifty a day for one organisation, for any of its agents', async () => {
    const { agent, client } = await unknownPerson();
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const stepOf = async () => {
      const user = await app.make.aBeneficiary({
        openedBy: agent.partnerId,
        isQualified: false,
        emailConfirmedAt: null,
        createdAt: daysAgo(9),
      });
      const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
      return await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    };
    for (let n = 0; n < 50; n += 1)
      await inviteOn(n % 2 === 0 ? client : colleague, (await stepOf()).id).expect(200);
    const answer = await inviteOn(client, (await stepOf()).id).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const other = await unknownPerson();
    await inviteOn(other.client, other.step.id).expect(200);
  });
});
