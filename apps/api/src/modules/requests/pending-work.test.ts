import { randomUUID } from 'node:crypto';

import { maxWaitingNamed, type PendingWork, type RequestView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { type TestApp, useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const app = useTestApp();

type Made = Parameters<TestApp['make']['aRequest']>[0];

/** A person with one request of every pending kind, and requests that need no action. */
async function someoneAwaited() {
  const { make, db } = app;
  const owner = await make.aBeneficiary();
  const partner = await make.aPartner({ titleAr: 'المركز الجهوي' });
  const filing = await make.anImport(partner.id, 'REQUESTS');
  const own = async (request: Made) =>
    (await make.aRequest({ beneficiaryId: owner.id, ...request })).numRequest;
  const followed = async (
    status: 'ENTAME' | 'DEMANDE_TRAITE' | 'EN_ATTENTE',
    step: 'IN_PROGRESS' | 'PROCESSED',
    isAwaited = false,
  ) => {
    const request = await make.aRequest({ beneficiaryId: owner.id, status });
    const { id } = await make.aStep({
      requestId: request.id,
      status: step,
      percent: step === 'PROCESSED' ? 100 : 0,
    });
    if (isAwaited) {
      const { id: documentItemId } = await make.anItem('DOCUMENT');
      await db.stepDocument.create({ data: { stepId: id, documentItemId } });
    }
    return { number: request.numRequest, step: id };
  };
  /** A followed request whose organisation has written. */
  const written = async (body: string, readAt: Date | null, answer?: string) => {
    const made = await followed('ENTAME', 'IN_PROGRESS');
    const agent = await make.anAgent({ partnerId: partner.id });
    const send = (author: { id: string }, role: 'PARTENAIRE' | 'BENEFICIAIRE', text: string) =>
      db.stepMessage.create({
        data: {
          stepId: made.step,
          authorId: author.id,
          authorRole: role,
          body: text,
          clientKey: randomUUID(),
          readAt,
        },
      });
    await send(agent, 'PARTENAIRE', body);
    if (answer !== undefined) await send(owner, 'BENEFICIAIRE', answer);
    return made;
  };
  const numbers = {
    AGREE: await own({ importId: filing.id, agreement: 'WAITING' }),
    HAND_IN: (await followed('ENTAME', 'IN_PROGRESS', true)).number,
    ANSWER: (await written('Avez-vous un local ?', new Date())).number,
    REPHRASE: await own({ status: 'A_REFOURMULER' }),
    RATE: (await followed('DEMANDE_TRAITE', 'PROCESSED')).number,
    DRAFT: await own({}),
  };
  await own({ importId: filing.id, agreement: 'REFUSED' });
  await own({ importId: filing.id, agreement: 'WITHDRAWN', status: 'A_REFOURMULER' });
  await own({ status: 'SUPPRIME' });
  await own({ status: 'SUPPRIME', importId: filing.id, agreement: 'WAITING' });
  await own({ status: 'NOUVEAU' });
  await followed('ENTAME', 'IN_PROGRESS');
  await followed('EN_ATTENTE', 'IN_PROGRESS', true);
  await written('Votre dossier avance.', new Date());
  await written('Avez-vous un local ?', null, 'Oui, à Tétouan.');
  const rated = await followed('DEMANDE_TRAITE', 'PROCESSED');
  await db.rating.create({
    data: { stepId: rated.step, beneficiaryRating: 4, beneficiaryFeedback: 'Bien' },
  });
  return { owner, numbers };
}

it('groups the person’s pending work by kind, and omits other people’s work', async () => {
  const { owner, numbers } = await someoneAwaited();
  await someoneAwaited();
  const client = await app.as(owner);
  const { body } = await client.get('/requests/yourTurn?lang=ar').expect(200);
  const { UNSAVED: unsaved, ...counts } = body as PendingWork;
  expect(unsaved).toBeNull();
  expect(
    Object.fromEntries(
      Object.entries(counts).map(([kind, { requests }]) => [
        kind,
        requests.map(({ numRequest }) => numRequest),
      ]),
    ),
  ).toEqual(Object.fromEntries(Object.entries(numbers).map(([kind, one]) => [kind, [one]])));
  expect(Object.values(counts).map(({ total }) => total)).toEqual([1, 1, 1, 1, 1, 1]);
  // The organisation's name is in the reader's language; a request of the owner has no organisation.
  expect(counts.AGREE.requests[0]?.organisation).toBe('المركز الجهوي');
  expect(counts.DRAFT.requests[0]?.organisation).toBeNull();
});

it('is one statement in addition to the session’s, for any number of kinds and requests', async () => {
  const client = await app.as((await someoneAwaited()).owner);
  await client.get('/requests/yourTurn').expect(200);
  const texts = watchStatements();
  await client.get('/requests/yourTurn').expect(200);
  const [session, ...others] = texts;
  expect(session).toMatch(/sessions/);
  expect(others).toEqual([expect.stringContaining('from "requests" as "r"')]);
});

it('lists at most the twenty newest of a kind, and the total number', async () => {
  const owner = await app.make.aBeneficiary();
  const made: { id: number }[] = [];
  for (let day = 1; day <= maxWaitingNamed + 3; day += 1)
    made.push(
      await app.make.aRequest({
        beneficiaryId: owner.id,
        dateRequest: new Date(Date.UTC(2026, 0, day)),
      }),
    );
  const { body } = await (await app.as(owner)).get('/requests/yourTurn').expect(200);
  const { DRAFT, REPHRASE } = body as PendingWork;
  expect(DRAFT.total).toBe(maxWaitingNamed + 3);
  expect(DRAFT.requests.map(({ id }) => id)).toEqual(
    made
      .slice(3)
      .map(({ id }) => id)
      .reverse(),
  );
  expect(REPHRASE).toEqual({ total: 0, requests: [] });
});

it('shows the pending work of each step to the owner and to no agent, also in the list', async () => {
  const { make, db } = app;
  const owner = await make.aBeneficiary();
  const partner = await make.aPartner({ titleAr: 'المركز الجهوي' });
  const request = await make.aRequest({ beneficiaryId: owner.id, status: 'ENTAME' });
  const on = { requestId: request.id, partnerId: partner.id, partnerFeedback: 'Bonjour' };
  const blocked = await make.aStep({ ...on, status: 'BLOCKED' });
  const rated = await make.aStep({ ...on, status: 'PROCESSED', percent: 100 });
  const { id: documentItemId, code } = await make.anItem('DOCUMENT', { libelleAr: 'عرض ثمن' });
  await db.stepDocument.create({ data: { stepId: blocked.id, documentItemId } });
  for (const text of ['Ancien motif', 'Le devis est périmé'])
    await db.stepFeedback.create({
      data: { stepId: blocked.id, kind: 'BLOCKED', percent: 0, text },
    });
  await db.rating.create({
    data: { stepId: rated.id, beneficiaryRating: 4, beneficiaryFeedback: 'Bien' },
  });
  const listed = async (person: Parameters<typeof app.as>[0]) => {
    const { body } = await (
      await app.as(person)
    )
      .post('/requests/filter?lang=ar')
      .send([])
      .expect(200);
    return (body as RequestView[]).find(({ id }) => id === request.id)?.steps;
  };
  const steps = await listed(owner);
  const same = {
    organisation: 'المركز الجهوي',
    task: expect.any(String) as string,
    messageToAnswer: null,
  };
  expect(steps).toEqual([
    {
      ...same,
      id: blocked.id,
      status: 'BLOCKED',
      awaited: [{ code, libelle: 'عرض ثمن' }],
      words: 'Le devis est périmé',
      isRated: false,
    },
    { ...same, id: rated.id, status: 'PROCESSED', awaited: [], words: 'Bonjour', isRated: true },
  ]);
  const { body } = await (await app.as(owner)).get('/requests/yourTurn?lang=ar').expect(200);
  expect((body as PendingWork).HAND_IN.requests[0]?.steps).toEqual(steps);
  expect(await listed(await make.anAgent({ partnerId: partner.id }))).toEqual([]);
});
