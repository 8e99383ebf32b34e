import { randomUUID } from 'node:crypto';

import { mailKindsByRole, type NoticeView, type UnreadView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import {
  handIn,
  rateStep,
  type TestClient,
  useTestApp,
  writeMessage,
} from '../../testing/index.ts';
import { agentApprovalService, askColleagues } from '../accounts/index.ts';
import { requestAdministration } from '../requests/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

const list = async (client: TestClient, query = ''): Promise<NoticeView[]> =>
  (await client.get(`/notices${query}`).expect(200)).body as NoticeView[];
const kinds = async (client: TestClient) => (await list(client)).map(({ kind }) => kind);
const unread = async (client: TestClient) =>
  ((await client.get('/unread').expect(200)).body as UnreadView).notices;

async function aStepUnderWay() {
  await app.make.anItem('STATUS', { code: 'ENTAME', libelleFr: 'Entamée', libelleEn: 'Under way' });
  const agent = await app.make.anAgent();
  const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const document = await app.make.anItem('DOCUMENT', { libelleFr: `Statuts ${randomUUID()}` });
  const [asAgent, asColleague, asUser] = await Promise.all([
    app.as(agent),
    app.as(colleague),
    app.as(user),
  ]);
  const update = (members: object) =>
    asAgent.post('/processing/step/update', { processingStepId: step.id, ...members });
  return { agent, colleague, user, request, step, document, asAgent, asColleague, asUser, update };
}

describe('the notifications of a beneficiary', () => {
  it('contain one notice and one mail per operation: a task comes before the new status', async () => {
    const { asUser, asAgent, user, update, document } = await aStepUnderWay();
    await update({ status: 'BLOCKED', percent: 20, documents: [document.code] }).expect(200);
    expect(await list(asUser)).toMatchObject([
      { kind: 'DOCUMENTS_ASKED', documents: [document.libelleFr], target: 'FOLLOW_UP' },
    ]);
    const mails = (await app.mails()).filter(({ to }) => to === user.email);
    expect(mails.map(({ template }) => template)).toEqual(['documentsExpected']);
    expect(await list(asAgent)).toEqual([]);
  });

  it('use the mail about the status when the person refuses mails about documents', async () => {
    const { asUser, user, update, document } = await aStepUnderWay();
    await asUser.put('/mailPreferences', { wanted: ['STATUS'] }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 20, documents: [document.code] }).expect(200);
    const mails = (await app.mails()).filter(({ to }) => to === user.email);
    expect(mails.map(({ template }) => template)).toEqual(['statusChanged']);
  });

  it('report the new status of the request, then the progress of a step', async () => {
    const { asUser, update, request, step } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 20 }).expect(200);
    expect(await list(asUser)).toMatchObject([
      { kind: 'STATUS', status: { code: 'ENTAME', libelle: 'Entamée' }, target: 'FOLLOW_UP' },
    ]);
    // The text is made at reading, in the reader's language.
    expect(await list(asUser, '?lang=en')).toMatchObject([{ status: { libelle: 'Under way' } }]);
    await update({ status: 'IN_PROGRESS', percent: 30 }).expect(200);
    // Several unread updates are merged into the latest.
    await update({ status: 'IN_PROGRESS', percent: 40 }).expect(200);
    expect(await list(asUser)).toMatchObject([
      {
        kind: 'PROGRESS',
        percent: 40,
        isRead: false,
        requestId: request.id,
        stepId: step.id,
        numRequest: request.numRequest,
      },
      { kind: 'STATUS' },
    ]);
  });

  it('report that the request must be rephrased, with a link to edit it', async () => {
    const { asUser, request } = await aStepUnderWay();
    await requestAdministration(app.deps).sendBack(request.numRequest, 'Précisez le budget');
    expect(await list(asUser)).toMatchObject([{ kind: 'REPHRASE', target: 'EDIT' }]);
  });

  it('omit a refused update', async () => {
    const { asUser, update, document } = await aStepUnderWay();
    await update({
      status: 'IN_PROGRESS',
      percent: 20,
      documents: ['NOWHERE', document.code],
    }).expect(400);
    expect(await list(asUser)).toEqual([]);
  });
});

describe('the notifications of an organisation’s agents', () => {
  it('report a new step to every approved agent once the request is submitted, and to the beneficiary', async () => {
    const service = await app.make.aService();
    const partner = await app.make.aPartner({ serviceItems: [service] });
    const agents = [
      await app.make.anAgent({ partnerId: partner.id }),
      await app.make.anAgent({ partnerId: partner.id }),
    ];
    const waiting = await app.make.anAgent({ partnerId: partner.id, approvedAt: null });
    const user = await app.make.aBeneficiary();
    const asUser = await app.as(user);
    const { body } = await asUser
      .post('/requests')
      .field('createRequestDto', JSON.stringify({ services: [service.code] }))
      .expect(201);
    const { id } = body as { id: number };
    await asUser
      .put('/requests/observationAndStatus', {
        idRequest: id,
        newStatus: 'NOUVEAU',
        observations: '',
      })
      .expect(200);
    for (const agent of agents) {
      expect(await list(await app.as(agent))).toMatchObject([
        {
          kind: 'NEW_STEP',
          requestId: id,
          service: service.libelleFr,
          beneficiary: `${user.prenom} ${user.nom}`,
          target: 'WORKLIST',
        },
      ]);
    }
    expect(await app.db.notice.count({ where: { userId: waiting.id } })).toBe(0);
    expect(await list(asUser)).toMatchObject([
      { kind: 'ASSIGNED', organisation: partner.title, target: 'REQUEST' },
    ]);
  });

  it('report uploaded documents, and a rating with its stars', async () => {
    const { asAgent, asColleague, asUser, update, document, step } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 20, documents: [document.code] }).expect(200);
    await handIn(asUser, step.id, 'statuts.pdf', document.code).expect(201);
    await update({ status: 'PROCESSED', percent: 100 }).expect(200);
    await rateStep(asUser, step.id, 4, 'Merci').expect(200);
    expect(await list(asAgent)).toMatchObject([
      { kind: 'RATED', count: 4 },
      { kind: 'DOCUMENTS_RECEIVED', documents: [document.libelleFr] },
    ]);
    // The agent who updated the step first owns it.
    expect(await list(asColleague)).toEqual([]);
  });

  it('report messages: several unread messages are one notice with a count', async () => {
    const { asAgent, asColleague, asUser, step } = await aStepUnderWay();
    const path = `/processing/step/${String(step.id)}/messages`;
    const send = () => asUser.post(path, { body: 'Bonjour', clientKey: randomUUID() }).expect(201);
    await send();
    await send();
    const third = await send();
    expect(await list(asAgent)).toMatchObject([{ kind: 'MESSAGE', count: 3, target: 'MESSAGES' }]);
    expect(await unread(asAgent)).toBe(1);
    // Reading the conversation marks the reader's notice as read, but not the colleague's.
    await asAgent.put(`${path}/read`, { upTo: (third.body as { id: number }).id }).expect(200);
    expect(await unread(asAgent)).toBe(0);
    expect(await unread(asColleague)).toBe(1);
    await send();
    expect(await list(asAgent)).toMatchObject([
      { kind: 'MESSAGE', count: 1, isRead: false },
      { kind: 'MESSAGE', count: 3, isRead: true },
    ]);
  });

  it('report a colleague who awaits approval until the decision', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const aNewcomer = async () => {
      const newcomer = await app.make.anAgent({ partnerId: agent.partnerId, approvedAt: null });
      await askColleagues(app.db, app.deps, newcomer.id, new Date());
      return newcomer;
    };
    const refused = await aNewcomer();
    await client.delete(`/partners/${String(agent.partnerId)}/agents/${refused.id}`).expect(200);
    expect(await list(client)).toEqual([]);
    const newcomer = await aNewcomer();
    expect(await list(client)).toMatchObject([
      {
        kind: 'COLLEAGUE_AWAITING',
        person: `${newcomer.prenom} ${newcomer.nom}`,
        target: 'COLLEAGUES',
        requestId: null,
      },
    ]);
    await agentApprovalService(app.deps).approveAgent(newcomer.email, 'Karim');
    expect(await list(client)).toEqual([]);
  });
});

describe('the list of notices', () => {
  it('is paged, marked as read singly or up to a notice, and contains only the reader’s notices', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    await app.db.notice.createMany({
      data: Array.from({ length: 11 }, () => ({
        userId: user.id,
        kind: 'STATUS',
        requestId: request.id,
        params: { status: 'ENTAME' },
      })),
    });
    const first = await client.get('/notices?size=8').expect(200);
    expect(first.headers['x-total-count']).toBe('11');
    const seen = first.body as NoticeView[];
    expect(await list(client, '?size=8&page=1')).toHaveLength(3);
    expect(await unread(client)).toBe(11);

    const [newest] = seen;
    await client.put(`/notices/${String(newest?.id)}/read`).expect(200);
    await client.put(`/notices/${String(newest?.id)}/read`).expect(200);
    expect(await unread(client)).toBe(10);

    const stranger = await app.as(await app.make.aBeneficiary());
    await stranger.put(`/notices/${String(newest?.id)}/read`).expect(404);
    await stranger.put('/notices/read', { upTo: 2_000_000_000 }).expect(200);
    expect(await unread(client)).toBe(10);

    await client.put('/notices/read', { upTo: seen[2]?.id }).expect(200);
    expect(await unread(client)).toBe(1);
    expect(await list(stranger)).toEqual([]);
  });

  it('is counted up to a thousand', async () => {
    const user = await app.make.aBeneficiary();
    const asUser = await app.as(user);
    const many = (count: number) =>
      app.db.notice.createMany({
        data: Array.from({ length: count }, () => ({ userId: user.id, kind: 'STATUS' as const })),
      });
    await many(999);
    expect(await unread(asUser)).toBe(999);
    await many(10);
    expect(await unread(asUser)).toBe(1000);
  });

  it('hides notices about requests that their reader may no longer see', async () => {
    const { asUser, asAgent, update, request, step } = await aStepUnderWay();
    await update({ status: 'IN_PROGRESS', percent: 20 }).expect(200);
    await writeMessage(asUser, step.id, 'x').expect(201);
    expect(await kinds(asAgent)).toEqual(['MESSAGE']);
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'SUPPRIME' },
    });
    expect(await kinds(asAgent)).toEqual([]);
    expect(await kinds(asUser)).toEqual([]);
    expect(await unread(asAgent)).toBe(0);
  });

  it('contains the notices of the last 180 days', async () => {
    const user = await app.make.aBeneficiary();
    const day = 24 * 3600 * 1000;
    const ago = (days: number) => new Date(Date.now() - days * day);
    await app.db.notice.createMany({
      data: [179, 181].map((days) => ({
        userId: user.id,
        kind: 'COLLEAGUE_AWAITING',
        createdAt: ago(days),
      })),
    });
    await runHousekeeping(app.deps);
    expect(await list(await app.as(user))).toHaveLength(1);
  });
});

describe('mail preferences', () => {
  it('allow all mails by default; each role chooses among its kinds', async () => {
    const { asUser, asAgent } = await aStepUnderWay();
    const preferences = async (client: TestClient) =>
      (await client.get('/mailPreferences').expect(200)).body as unknown;
    const all = [...mailKindsByRole.BENEFICIAIRE];
    expect(await preferences(asUser)).toEqual({ kinds: all, wanted: all });
    expect(await preferences(asAgent)).toMatchObject({ kinds: ['ASSIGNED', 'MESSAGE', 'DIGEST'] });
    await asUser.put('/mailPreferences', { wanted: ['DOCUMENTS', 'ASSIGNED'] }).expect(200);
    expect(await preferences(asUser)).toEqual({ kinds: all, wanted: ['DOCUMENTS'] });
    await asUser.put('/mailPreferences', { wanted: all }).expect(200);
    expect(await preferences(asUser)).toEqual({ kinds: all, wanted: all });
    await asUser.put('/mailPreferences', { wanted: ['SECURITY'] }).expect(400);
    await asUser.put('/mailPreferences', {}).expect(400);
  });

  it('apply when a mail is written; mails about the account are always sent', async () => {
    const { asUser, asAgent, agent, colleague, user, update, document, step } =
      await aStepUnderWay();
    await asUser.put('/mailPreferences', { wanted: ['RECEIPT'] }).expect(200);
    await asAgent.put('/mailPreferences', { wanted: [] }).expect(200);
    await writeMessage(asUser, step.id, 'x').expect(201);
    await update({ status: 'IN_PROGRESS', percent: 20, documents: [document.code] }).expect(200);
    const to = async (email: string) =>
      (await app.mails()).filter((mail) => mail.to === email).map(({ template }) => template);
    expect(await to(user.email)).toEqual([]);
    expect(await to(agent.email)).toEqual([]);
    expect(await to(colleague.email)).toEqual(['beneficiaryWrote']);
    // The notices are created all the same.
    expect(await kinds(asUser)).toEqual(['DOCUMENTS_ASKED']);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    expect(await to(user.email)).toEqual(['resetPassword']);
  });

  it('apply to bulk mails', async () => {
    const [wants, refuses] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    await app.db.refusedMail.create({ data: { userId: refuses.id, kind: 'RECEIPT' } });
    await app.deps.mail.enqueueMany(
      app.db,
      [wants, refuses].map(({ email }) => ({
        to: email.toUpperCase(),
        lang: 'fr' as const,
        template: 'requestReceived' as const,
        params: { name: 'x', requestId: 1, numRequest: 'x', submittedAt: '2026-01-01T00:00:00Z' },
      })),
    );
    const addresses = (await app.mails()).map(({ to }) => to);
    expect(addresses).toContain(wants.email);
    expect(addresses).not.toContain(refuses.email);
  });
});
