import { randomUUID } from 'node:crypto';

import { mostBulkSteps, type BulkActionInput, type BulkResult } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { composeMail } from '../../platform/mail/compose.ts';
import type { MailTemplates } from '../../platform/mail/mails/index.ts';
import { handIn, useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const app = useTestApp();

const path = '/processing/steps/bulk';

/** Two colleagues, and steps of their organisation, each of another person. */
async function aDesk() {
  const agent = await app.make.anAgent({ nom: 'Alaoui', prenom: 'Karim' });
  const { partnerId } = agent;
  const colleague = await app.make.anAgent({ partnerId, nom: 'Idrissi', prenom: 'Sara' });
  const client = await app.as(agent);
  const aStep = async (
    members: { status?: 'ASSIGNED' | 'IN_PROGRESS' | 'PROCESSED'; assigneeId?: string } = {},
    person:
      | { lang?: 'fr' | 'ar'; prenom?: string; nom?: string }
      | Awaited<ReturnType<typeof app.make.aBeneficiary>> = {},
  ) => {
    const user = 'id' in person ? person : await app.make.aBeneficiary(person);
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    const percent = members.status === 'PROCESSED' ? 100 : 0;
    const step = await app.make.aStep({ requestId: request.id, partnerId, percent, ...members });
    return { ...step, user, request };
  };
  const send = (
    action: BulkActionInput,
    steps: readonly { id: number; expected?: string | null }[],
    key: string = randomUUID(),
    by = client,
  ) =>
    by.post(path, {
      action,
      key,
      steps: steps.map(({ id, expected = null }) => ({ stepId: id, expected })),
    });
  const run = async (...given: Parameters<typeof send>) =>
    ((await send(...given).expect(200)).body as { results: BulkResult[] }).results;
  const owner = async (id: number) =>
    (await app.db.processingStep.findUniqueOrThrow({ where: { id } })).assigneeId;
  return { agent, colleague, partnerId, client, aStep, send, run, owner };
}
const many = async <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let at = 0; at < count; at += 1) all.push(await make(at));
  return all;
};
const codes = (results: readonly BulkResult[]) =>
  results.map(({ refusal }) => refusal?.code ?? 'DONE');

describe('claiming many steps', () => {
  it('claims the unchanged steps, and returns the current owner of each other step', async () => {
    const { agent, colleague, aStep, run, owner } = await aDesk();
    const steps = await many(20, (at) => aStep(at % 2 === 0 ? {} : { assigneeId: colleague.id }));
    const results = await run({ kind: 'claim' }, steps);
    expect(results.map(({ stepId }) => stepId)).toEqual(steps.map(({ id }) => id));
    for (const [at, { stepId, refusal }] of results.entries()) {
      expect(await owner(stepId)).toBe(at % 2 === 0 ? agent.id : colleague.id);
      if (at % 2 === 0) expect(refusal).toBeNull();
      else
        expect(refusal).toEqual({
          code: 'OWNER_CHANGED',
          message: expect.any(String) as string,
          owner: { id: colleague.id, name: 'Sara Idrissi', isMe: false },
          status: { code: 'NOUVEAU', libelle: expect.any(String) as string },
        });
    }
    // With the current owner as `expected`, the steps can be taken over.
    const again = steps.map(({ id }, at) => ({ id, expected: at % 2 === 0 ? null : colleague.id }));
    expect(codes(await run({ kind: 'claim' }, again))).toEqual(steps.map(() => 'DONE'));
  });

  it('skips closed, foreign and withdrawn steps, and does not roll back the other steps', async () => {
    const { agent, aStep, run, owner } = await aDesk();
    const closed = await aStep({ status: 'PROCESSED' });
    const open = await aStep();
    const foreign = await app.make.aStep();
    const begun = await aStep({ status: 'IN_PROGRESS' });
    const withdrawn = await aStep();
    for (const { user, request } of [begun, withdrawn])
      await (
        await app.as(user)
      )
        .post(`/requests/${String(request.id)}/withdraw`, { reason: 'OTHER', text: 'x' })
        .expect(200);
    const results = await run({ kind: 'claim' }, [closed, foreign, begun, withdrawn, open]);
    expect(codes(results)).toEqual([
      'STEP_CLOSED',
      'NOT_FOUND',
      'STEP_CLOSED',
      'NOT_FOUND',
      'DONE',
    ]);
    expect(results.map(({ refusal }) => refusal?.status?.code)).toEqual([
      'NOUVEAU',
      undefined,
      'RETIREE',
      undefined,
      undefined,
    ]);
    expect(await owner(foreign.id)).toBeNull();
    expect(await owner(open.id)).toBe(agent.id);
  });

  it('assigns them only to an active colleague', async () => {
    const { colleague, aStep, run, send, owner } = await aDesk();
    const steps = await many(3, () => aStep());
    const stranger = await app.make.anAgent();
    const refused = await send({ kind: 'handOver', to: stranger.id }, steps).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'action.to' }] });
    const handOver = { kind: 'handOver', to: colleague.id, reason: 'Congé' } as const;
    expect(codes(await run(handOver, steps))).toEqual(steps.map(() => 'DONE'));
    for (const { id } of steps) expect(await owner(id)).toBe(colleague.id);
    const notices = await app.db.notice.findMany({ where: { userId: colleague.id } });
    expect(notices).toMatchObject([
      { kind: 'HANDED_OVER', stepId: null, requestId: null, params: { count: 3, reason: 'Congé' } },
    ]);
  });

  it('gives each step to one of two colleagues who claim the same steps', async () => {
    const { agent, colleague, aStep, run, owner } = await aDesk();
    const steps = await many(10, () => aStep());
    const other = await app.as(colleague);
    const [one, two] = await Promise.all([
      run({ kind: 'claim' }, steps),
      run({ kind: 'claim' }, steps.toReversed(), randomUUID(), other),
    ]);
    const refusedTo = new Map([...one, ...two].map(({ stepId }) => [stepId, 0]));
    for (const { stepId, refusal } of [...one, ...two])
      if (refusal !== null) refusedTo.set(stepId, (refusedTo.get(stepId) ?? 0) + 1);
    expect([...refusedTo.values()]).toEqual(steps.map(() => 1));
    for (const { id } of steps) expect([agent.id, colleague.id]).toContain(await owner(id));
  });
});

describe('requesting documents on many steps', () => {
  const documentsOf = (id: number) => app.db.stepDocument.findMany({ where: { stepId: id } });

  it('requests the documents once from each person, for any number of repeated calls', async () => {
    const { agent, aStep, run, owner } = await aDesk();
    const rib = await app.make.anItem('DOCUMENT');
    const [begun, fresh, closed] = [
      await aStep(),
      await aStep(),
      await aStep({ status: 'PROCESSED' }),
    ];
    await app.db.processingStep.update({
      where: { id: begun.id },
      data: { status: 'BLOCKED', percent: 35 },
    });
    const action: BulkActionInput = { kind: 'askDocuments', documents: [rib.code, rib.code] };
    const key = randomUUID();
    const all = [begun, fresh, closed];
    expect(codes(await run(action, all, key))).toEqual(['DONE', 'DONE', 'STEP_FULLY_CLAIMED']);
    const now = await app.db.processingStep.findMany({
      where: { id: { in: [begun.id, fresh.id] } },
      orderBy: { id: 'asc' },
      select: { status: true, percent: true },
    });
    expect(now).toEqual([
      { status: 'BLOCKED', percent: 35 },
      { status: 'IN_PROGRESS', percent: 0 },
    ]);
    expect(await owner(fresh.id)).toBe(agent.id);
    const mails = () => app.db.outboxMail.count({ where: { to: fresh.user.email } });
    const before = await mails();
    expect(before).toBeGreaterThan(0);

    // The answer was lost, and the person uploaded the document before the call was repeated.
    await handIn(await app.as(fresh.user), fresh.id, 'rib.pdf').expect(201);
    const [again, twice] = await Promise.all([run(action, all, key), run(action, all, key)]);
    expect(codes(again)).toEqual(['DONE', 'DONE', 'STEP_FULLY_CLAIMED']);
    expect(codes(twice)).toEqual(codes(again));
    expect(await documentsOf(fresh.id)).toHaveLength(1);
    expect(await mails()).toBe(before);
    // A new key asks for the document again.
    await run(action, [fresh]);
    expect(await documentsOf(fresh.id)).toHaveLength(2);
  });

  it('rejects a document type that the organisation does not have before it writes', async () => {
    const { aStep, send } = await aDesk();
    const step = await aStep();
    const refused = await send({ kind: 'askDocuments', documents: ['NOPE'] }, [step]).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'action.documents.0' }] });
    await send({ kind: 'askDocuments', documents: [] }, [step]).expect(400);
    expect(await documentsOf(step.id)).toEqual([]);
  });
});

describe('writing a message on many steps', () => {
  const messagesOf = async (id: number) =>
    (await app.db.stepMessage.findMany({ where: { stepId: id }, orderBy: { id: 'asc' } })).map(
      ({ body }) => body,
    );

  it('fills in the placeholders for each person, and writes once', async () => {
    const { aStep, run, send } = await aDesk();
    const one = await aStep({}, { prenom: 'Amina', nom: 'Tazi' });
    const two = await aStep({}, { prenom: 'Omar', nom: 'Fassi' });
    const closed = await aStep({ status: 'PROCESSED' });
    const action = { kind: 'message', body: 'Bonjour {nom}, dossier {numRequest}' } as const;
    const key = randomUUID();
    expect(codes(await run(action, [one, closed, two], key))).toEqual([
      'DONE',
      'STEP_CLOSED',
      'DONE',
    ]);
    await run(action, [one, closed, two], key);
    expect(await messagesOf(one.id)).toEqual([
      `Bonjour Amina Tazi, dossier ${one.request.numRequest}`,
    ]);
    expect(await messagesOf(two.id)).toEqual([
      `Bonjour Omar Fassi, dossier ${two.request.numRequest}`,
    ]);
    const slip = await send({ kind: 'message', body: 'Bonjour {Nom}' }, [one]).expect(400);
    expect(slip.body).toMatchObject({ errors: [{ path: 'action.body', code: 'placeholder' }] });
    // The value is longer than its placeholder.
    const long = `{nom}${'x'.repeat(1995)}`;
    const [tooLong] = await run({ kind: 'message', body: long }, [one]);
    expect(tooLong?.refusal).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('sends a saved answer to each person in their language', async () => {
    const { client, aStep, run, send } = await aDesk();
    const texts = { fr: 'Bonjour {nom}', en: null, ar: 'مرحبا {nom}', es: null };
    const savedAnswer = await client
      .post('/processing/answers', { name: 'Accueil', texts })
      .expect(201);
    const { id } = savedAnswer.body as { id: number };
    const french = await aStep({}, { lang: 'fr', prenom: 'Amina', nom: 'Tazi' });
    const arab = await aStep({}, { lang: 'ar', prenom: 'Omar', nom: 'Fassi' });
    await run({ kind: 'answer', answerId: id }, [french, arab]);
    expect(await messagesOf(french.id)).toEqual(['Bonjour Amina Tazi']);
    expect(await messagesOf(arab.id)).toEqual(['مرحبا Omar Fassi']);
    const stranger = await app.as(await app.make.anAgent());
    await send({ kind: 'answer', answerId: id }, [french], randomUUID(), stranger).expect(400);
  });

  it('skips steps of another organisation', async () => {
    const { aStep, run } = await aDesk();
    const foreign = await app.make.aStep();
    const own = await aStep();
    const results = await run({ kind: 'message', body: 'Bonjour' }, [foreign, own]);
    expect(codes(results)).toEqual(['NOT_FOUND', 'DONE']);
    expect(await messagesOf(foreign.id)).toEqual([]);
  });
});

describe('a person with several of the steps', () => {
  it.each([
    ['askDocuments', 'DOCUMENTS_ASKED', 'documentsExpected'],
    ['message', 'MESSAGE', 'messageReceived'],
  ] as const)(
    '%s: receives one notice and one mail that names each step',
    async (kind, notice, template) => {
      const { agent, aStep, run } = await aDesk();
      const rib = await app.make.anItem('DOCUMENT');
      const first = await aStep();
      const second = await aStep({}, first.user);
      const third = await app.make.aStep({
        requestId: second.request.id,
        partnerId: agent.partnerId,
      });
      const closed = await aStep({ status: 'PROCESSED' }, first.user);
      const other = await aStep();
      const action: BulkActionInput =
        kind === 'message' ? { kind, body: 'Bonjour {nom}' } : { kind, documents: [rib.code] };
      const all = [third, other, closed, first, second];
      const key = randomUUID();
      const expected = [
        'DONE',
        'DONE',
        kind === 'message' ? 'STEP_CLOSED' : 'STEP_FULLY_CLAIMED',
        'DONE',
        'DONE',
      ];
      expect(codes(await run(action, all, key))).toEqual(expected);
      expect(codes(await run(action, all, key))).toEqual(expected);

      const mails = await app.db.outboxMail.findMany({ where: { to: first.user.email } });
      expect(mails).toMatchObject([{ template: 'requestEvents', state: 'WAITING' }]);
      expect(mails[0]?.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now());
      const params = mails[0]?.params as unknown as MailTemplates['requestEvents'];
      expect(params.events.map((event) => event.template)).toEqual([template, template, template]);
      const { list, subject } = composeMail('requestEvents', params, 'fr', 'https://x.ma');
      expect(subject).toMatch(/plusieurs prestations$/);
      const numbers = [first, second, second].map(({ request }) => request.numRequest);
      for (const [at, number] of numbers.entries())
        expect(list[at]).toMatchObject({ label: expect.stringContaining(number) as string });
      expect(await app.db.notice.findMany({ where: { userId: first.user.id } })).toMatchObject([
        {
          kind: notice,
          requestId: null,
          stepId: null,
          params: { count: 3, partnerId: agent.partnerId },
        },
      ]);
      const ofOther = await app.db.outboxMail.findMany({ where: { to: other.user.email } });
      expect(ofOther).toMatchObject([{ template, mergeKey: null }]);
    },
  );

  it('has none of the steps updated when one fails unexpectedly', async () => {
    const { aStep, run } = await aDesk();
    const first = await aStep();
    const second = await aStep({}, first.user);
    const other = await aStep();
    await app.db.$executeRawUnsafe(
      `ALTER TABLE step_messages ADD CONSTRAINT planted CHECK (step_id <> ${String(second.id)})`,
    );
    try {
      const results = await run({ kind: 'message', body: 'Bonjour' }, [first, second, other]);
      expect(codes(results)).toEqual(['INTERNAL', 'INTERNAL', 'DONE']);
    } finally {
      await app.db.$executeRawUnsafe('ALTER TABLE step_messages DROP CONSTRAINT planted');
    }
    expect(await app.db.stepMessage.count({ where: { stepId: first.id } })).toBe(0);
    expect(await app.db.outboxMail.count({ where: { to: first.user.email } })).toBe(0);
  });
});

describe('bulk calls', () => {
  it('accept at most two hundred steps, each named once', async () => {
    const { send, aStep } = await aDesk();
    const ids = Array.from({ length: mostBulkSteps + 1 }, (_, at) => ({ id: at + 1 }));
    const refused = await send({ kind: 'claim' }, ids).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'steps', code: 'tooMany' }] });
    const step = await aStep();
    await send({ kind: 'claim' }, [step, step]).expect(400);
    await send({ kind: 'claim' }, []).expect(400);
  });

  it('stop at the first step after the agent’s access has ended', async () => {
    const { agent, partnerId, aStep, run } = await aDesk();
    const steps = await many(3, () => aStep());
    // The transaction locks the second step's request and ends the agent's access, so the following steps are refused.
    const [, second] = steps;
    const answer = await app.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM requests WHERE id = ${second?.requestId ?? 0} FOR UPDATE`;
      // The call starts with `then` and ends after this transaction.
      const sent = run({ kind: 'message', body: 'Bonjour' }, steps);
      const first = steps[0]?.id ?? 0;
      await vi.waitFor(
        async () => {
          expect(await app.db.stepMessage.count({ where: { stepId: first } })).toBe(1);
        },
        { timeout: 10_000 },
      );
      await app.db.user.update({ where: { id: agent.id }, data: { disabledAt: new Date() } });
      return { sent };
    });
    const results = await answer.sent;
    const [one, two, three] = codes(results);
    expect([one, three]).toEqual(['DONE', 'FORBIDDEN']);
    // The second step is written when it began before the access ended, and refused otherwise.
    expect(['DONE', 'FORBIDDEN']).toContain(two);
    expect(
      await app.db.stepMessage.count({ where: { step: { partnerId, id: steps[2]?.id ?? 0 } } }),
    ).toBe(0);
  });

  it.each([
    ['claim', 11],
    ['askDocuments', 31],
    ['message', 19],
  ] as const)('for %s use at most %i statements a step', async (kind, limit) => {
    const { aStep, run } = await aDesk();
    const rib = await app.make.anItem('DOCUMENT');
    const actions: Record<typeof kind, BulkActionInput> = {
      claim: { kind: 'claim' },
      askDocuments: { kind: 'askDocuments', documents: [rib.code] },
      message: { kind: 'message', body: 'Bonjour {nom}' },
    };
    const action = actions[kind];
    const statementsOf = async (count: number) => {
      const steps = await many(count, () => aStep());
      const texts = watchStatements();
      expect(codes(await run(action, steps))).toEqual(steps.map(() => 'DONE'));
      vi.restoreAllMocks();
      return texts.length;
    };
    const few = await statementsOf(1);
    expect(((await statementsOf(4)) - few) / 3).toBeLessThanOrEqual(limit);
  });
});
