/** Every call of the contract and of the administration, by people and an organisation with many rows. */
import { randomUUID } from 'node:crypto';

import {
  administrationCalls,
  type AdministrationCall,
} from '../../../packages/contracts/src/administration/index.ts';
import { mergePath } from '../../api/src/platform/mail/content.ts';
import { actors, createFixture, type Fixture } from '../../api/src/testing/access/fixture.ts';
import { accessRows } from '../../api/src/testing/access/rows.ts';
import { anAdministrator, callAdministration } from '../../api/src/testing/administrators.ts';
import { testClient, type TestApp } from '../../api/src/testing/index.ts';
import type { Filled } from './fill.ts';

/** The call of a round. */
export type Kind = readonly [name: string, call: (round: number) => PromiseLike<unknown>];

/** What calls of the administration send, where nothing is too little. */
const queries: Readonly<Record<string, string>> = {
  listFailures: '?queue=mails',
  readMonthReport: '?month=2026-10',
  exportMonthReport: '?month=2026-10',
  findPeople: '?search=alaoui',
};

/** @param port of the measured server, which has the database of the test app */
export async function everyCall(
  app: TestApp,
  port: number,
  { beneficiaryId, partnerIds }: Filled,
): Promise<Kind[]> {
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  const served: TestApp = {
    ...app,
    baseUrl,
    anonymous: testClient(baseUrl),
    as: async (user) => testClient(baseUrl, await app.tokenOf(user)),
  };
  const partnerId = partnerIds[0] ?? 0;
  /** A fixture for each kind of call, as most writes are possible once. */
  const withFixture = (call: (fx: Fixture, round: number) => PromiseLike<unknown>): Kind[1] => {
    let fixture: Promise<Fixture> | undefined;
    return async (round) =>
      await call(await (fixture ??= createFixture(served, { beneficiaryId, partnerId })), round);
  };
  const administrator = await anAdministrator(served);
  const administration = (call: AdministrationCall, query = '') =>
    withFixture((fx) => callAdministration(administrator.client, call, fx, { query }));
  const steps = await app.db.processingStep.findMany({
    where: { partnerId, status: 'IN_PROGRESS', request: { status: 'ENTAME' } },
    select: { id: true, assigneeId: true },
    take: 200,
  });
  const inBulk = (action: (fx: Fixture) => object) =>
    withFixture((fx) =>
      fx.clients.P.post('/processing/steps/bulk', {
        action: action(fx),
        key: randomUUID(),
        steps: steps.map(({ id, assigneeId: expected }) => ({ stepId: id, expected })),
      }),
    );
  let owner = beneficiaryId;
  /** Another account takes over the requests of the last one. */
  const merge = async () => {
    const kept = await app.make.aBeneficiary();
    const { email } = await app.db.user.findUniqueOrThrow({ where: { id: owner } });
    owner = kept.id;
    const asked = { email, reason: 'Deux comptes' };
    await administrator.client.post(`/admin/people/${owner}/merge`, asked);
    for (const { template, params } of await app.mails())
      if (template === 'mergeAsked')
        await fetch(`${baseUrl}${mergePath(String(params.token))}`, { method: 'POST' });
  };
  const erase = async () => {
    const { email } = await app.db.user.findUniqueOrThrow({ where: { id: owner } });
    await administrator.client.post(`/admin/people/${owner}/erasure`, { email });
  };
  const move = (round: number) => {
    const [from = 0, to = 0] = partnerIds.slice(8 + round);
    const body = { to, reason: null };
    return administrator.client.post(`/admin/organisations/${String(from)}/moves`, body);
  };
  // The stream of changes does not end, and the administrator has one session.
  const isMeasured = ([id]: readonly [string, unknown]) =>
    !['followChanges', 'signOut'].includes(id);
  return [
    ...Object.entries(accessRows)
      .filter(isMeasured)
      .map(([id, { call, statuses }]): Kind => {
        // The last actor with the best answer: the owner before others.
        const actor = actors[statuses.lastIndexOf(Math.min(...statuses))] ?? 'A';
        return [id, withFixture((fx) => call(fx.clients[actor], fx))];
      }),
    ...Object.entries(administrationCalls)
      .filter(isMeasured)
      .map(([id, call]): Kind => [`administration: ${id}`, administration(call, queries[id])]),
    ['claim of 200 files', inBulk(() => ({ kind: 'claim' }))],
    ['message to 200 people', inBulk(() => ({ kind: 'message', body: 'Bonjour' }))],
    [
      'a document asked of 200 people',
      inBulk(({ document }) => ({ kind: 'askDocuments', documents: [document.code] })),
    ],
    ['move of an organisation’s files', move],
    ['merge of a person with many requests', merge],
    ['erasure of a person with many requests', erase],
  ];
}
