import type { FoundPersonView, PersonView } from '@wasl/contracts/administration';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { anAdministrator } from '../../testing/administrators.ts';
import { addDocument, madeBefore, testPassword, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));

const find = async (search: string) =>
  (
    (await me.client.get(`/admin/people?search=${encodeURIComponent(search)}`).expect(200))
      .body as { rows: FoundPersonView[]; hasMore: boolean }
  ).rows;
const read = async (id: string) =>
  (await me.client.get(`/admin/people/${id}?lang=fr`).expect(200)).body as PersonView;
const act = async (id: string, body: object) =>
  (
    (await me.client.post(`/admin/people/${id}/acts`, body).expect(200)).body as {
      refusal: string | null;
    }
  ).refusal;
const correct = async (id: string, email: string) =>
  (
    (await me.client.put(`/admin/people/${id}/address`, { email }).expect(200)).body as {
      refusal: string | null;
    }
  ).refusal;
const signIn = (email: string) =>
  app.anonymous.post('/utilisateurs/signIn', { email, password: testPassword });
const mailsTo = async (to: string) =>
  (await app.mails()).filter((mail) => mail.to === to).map(({ template }) => template);

describe('a person', () => {
  it('is found by name, similar sound, e-mail, phone, CIN and request number', async () => {
    const user = await app.make.aBeneficiary({
      nom: 'Temsamani',
      prenom: 'Ghita',
      phone: '+212612009988',
      numCin: 'LB778899',
    });
    const { numRequest } = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    for (const text of [
      'ghita temsamani',
      'Tamsamani Ghita',
      user.email,
      '06 12 00 99 88',
      'lb 778899',
      numRequest,
    ])
      expect(
        (await find(text)).map(({ id }) => id),
        text,
      ).toContain(user.id);
    expect(await find('personne-de-ce-nom')).toEqual([]);
    await me.client.get('/admin/people?search=x').expect(400);
  });

  it('gets a deleted request back, and loses a file, with a reason', async () => {
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const { id, numRequest } = await app.make.aRequest({ beneficiaryId: user.id });
    await addDocument(owner, id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
    await owner.delete(`/requests/${String(id)}`).expect(200);
    const shown = async () => (await read(user.id)).requests;
    expect(await shown()).toMatchObject([
      { numRequest, isDeleted: true, files: [{ name: 'plan.pdf' }] },
    ]);
    const fileId = (await shown())[0]?.files[0]?.id ?? 0;
    const path = `/admin/people/${user.id}`;
    const remove = `${path}/files/${String(fileId)}/removal`;
    const restore = `${path}/requests/${numRequest}/restoration`;
    const reason = 'Supprimée par erreur';
    // A file of a deleted request goes with the request.
    expect((await me.client.post(remove, { reason }).expect(200)).body).toEqual({
      wasThere: false,
    });
    await me.client.post(restore, { reason: ' ' }).expect(400);
    const other = await app.make.aBeneficiary();
    await me.client
      .post(`/admin/people/${other.id}/requests/${numRequest}/restoration`, { reason })
      .expect(404);
    const tries = await Promise.all([1, 2].map(() => me.client.post(restore, { reason })));
    expect(tries.map(({ body }) => (body as { refusal: string | null }).refusal).sort()).toEqual([
      'notDeleted',
      null,
    ]);
    expect(await shown()).toMatchObject([{ numRequest, isDeleted: false }]);
    await owner.get(`/requests/${String(id)}`).expect(200);

    await me.client.post(remove, {}).expect(400);
    const foreign = `/admin/people/${other.id}/files/${String(fileId)}/removal`;
    expect((await me.client.post(foreign, { reason }).expect(200)).body).toEqual({
      wasThere: false,
    });
    const removals = await Promise.all([1, 2].map(() => me.client.post(remove, { reason })));
    expect(removals.map(({ body }) => (body as { wasThere: boolean }).wasThere).sort()).toEqual([
      false,
      true,
    ]);
    expect(await shown()).toMatchObject([{ files: [] }]);
    expect(await mailsTo(user.email)).toEqual(
      expect.arrayContaining(['requestRestored', 'fileRemoved']),
    );
    expect((await read(user.id)).acts.map(({ kind }) => kind)).toEqual([
      'FILE_REMOVED',
      'REQUEST_RESTORED',
    ]);
  });

  it('is shown with unsent mails, requests and administrator actions', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    await app.db.refusedMail.create({ data: { userId: user.id, kind: 'STATUS' } });
    const { numRequest } = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    await app.db.outboxMail.create({
      data: {
        to: user.email,
        lang: 'fr',
        template: 'requestReceived',
        params: { token: 'S3cret' },
        state: 'FAILED',
        lastError: '550 no such user',
      },
    });
    const event = { template: 'requestReceived', params: { numRequest: '2026-000777' } };
    for (const params of [{}, { name: 'Sara', numRequest: '2026-000777', events: [event, event] }])
      await app.db.outboxMail.create({
        data: { to: user.email, lang: 'fr', template: 'requestEvents', params },
      });
    const person = await read(user.id);
    expect(person).toMatchObject({
      email: user.email,
      role: 'BENEFICIAIRE',
      access: 'unconfirmed',
      requests: [{ numRequest }],
      mails: [
        { merged: ['Demande … bien reçue', 'Demande … bien reçue'], state: 'WAITING' },
        { merged: [] },
        {
          subject: 'Demande … bien reçue',
          merged: null,
          state: 'FAILED',
          error: '550 no such user',
        },
      ],
      refusedMails: ['STATUS'],
      acts: [],
    });
    expect(JSON.stringify(person)).not.toContain('S3cret');
    await app.db.outboxMail.deleteMany({ where: { template: 'requestEvents' } });
    expect(person.limitedMails).toEqual([]);
    for (let time = 0; time < 4; time += 1)
      await app.anonymous.post(`/utilisateurs/forgotPassword/${encodeURIComponent(user.email)}`);
    expect((await read(user.id)).limitedMails).toEqual(['reset']);
    await me.client.get(`/admin/people/${crypto.randomUUID()}`).expect(404);
  });

  it('is confirmed, suspended, reopened and signed out, and each action is recorded with its author', async () => {
    const user = await app.make.aBeneficiary({ emailConfirmedAt: null });
    expect(await act(user.id, { act: 'resend' })).toBeNull();
    expect(await mailsTo(user.email)).toEqual(['confirmAddress']);
    expect(await act(user.id, { act: 'confirm' })).toBeNull();
    expect(await act(user.id, { act: 'confirm' })).toBe('done');
    expect(await act(user.id, { act: 'resend' })).toBe('done');
    await signIn(user.email).expect(200);
    expect((await read(user.id)).sessions).toBe(1);
    expect(await act(user.id, { act: 'endSessions' })).toBeNull();
    expect(await act(user.id, { act: 'endSessions' })).toBe('done');
    expect(await act(user.id, { act: 'resetSecondFactor' })).toBe('done');
    await me.client.post(`/admin/people/${user.id}/acts`, { act: 'suspend' }).expect(400);
    expect(await act(user.id, { act: 'suspend', reason: 'Usurpation' })).toBeNull();
    await signIn(user.email).expect(403);
    expect(await act(user.id, { act: 'reopen', reason: 'Identité prouvée' })).toBeNull();
    expect(await act(user.id, { act: 'reopen', reason: 'Encore' })).toBe('done');
    const { acts, access } = await read(user.id);
    expect(access).toBe('open');
    expect(acts.map(({ kind, by }) => [kind, by])).toEqual(
      ['REOPENED', 'SUSPENDED', 'SESSIONS_ENDED', 'ADDRESS_CONFIRMED'].map((kind) => [
        kind,
        me.email,
      ]),
    );
  });

  it('is exported with files, and erased after the address is typed', async () => {
    const user = await app.make.aBeneficiary();
    const { numRequest } = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    const draft = await app.make.aRequest({ beneficiaryId: user.id });
    await addDocument(await app.as(user), draft.id, 'BUSINESS_PLAN', 'plan d’affaires.pdf').expect(
      201,
    );
    const answer = await me.client
      .get(`/admin/people/${user.id}/data`)
      .responseType('blob')
      .expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
    });
    const zip = await fromBufferPromise(answer.body as Buffer);
    const names = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    expect(names).toEqual(['person.json', expect.stringMatching(/^\d+-plan-d-affaires\.pdf$/)]);
    const erase = async (email: string) =>
      (await me.client.post(`/admin/people/${user.id}/erasure`, { email }).expect(200)).body as {
        refusal: string | null;
      };
    const planned = await me.client.get(`/admin/people/${user.id}/erasure`).expect(200);
    expect(planned.body).toEqual({ requests: [numRequest, draft.numRequest], files: 1 });
    expect(await erase('other@example.org')).toEqual({ refusal: 'otherAddress' });
    expect((await read(user.id)).acts).toMatchObject([{ kind: 'DATA_EXPORTED', by: me.email }]);
    expect(await erase(user.email)).toEqual({ refusal: null });
    await me.client.get(`/admin/people/${user.id}`).expect(404);
    await me.client.post(`/admin/people/${user.id}/erasure`, { email: user.email }).expect(404);
    const act = await app.db.administratorAct.findFirst({
      where: { userId: user.id, kind: 'ERASED' },
    });
    expect(act?.byName).toBe(me.email);
  });

  it('gets a corrected address, unless another account has it', async () => {
    const user = await app.make.aBeneficiary();
    const other = await app.make.aBeneficiary();
    const to = user.email.replace('@', '.juste@');
    expect(await correct(user.id, other.email)).toBe('taken');
    expect(await correct(user.id, user.email)).toBe('same');
    expect(await correct(user.id, to)).toBeNull();
    expect((await read(user.id)).email).toBe(to);
    await me.client.put(`/admin/people/${user.id}/address`, { email: 'x' }).expect(400);
  });
});
