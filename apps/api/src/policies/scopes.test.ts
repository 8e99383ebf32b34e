import { agreements, requestStatuses, stepStatuses } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Actor } from '../platform/auth/actor.ts';
import { build, rows as rowsOf } from '../platform/database/statements.repository.ts';
import { type TestApp, useTestApp } from '../testing/index.ts';
import { invitableAgain } from './open-invitation.ts';
import { requestStatusOf, storedStatus } from './request-status.ts';
import { documentScope, ownRequestScope, requestScope, stepScope } from './requests.ts';
import {
  isContactShown,
  isInRequestScope,
  isInStepScope,
  isOwnRequest,
  readerIds,
} from './scopes.repository.ts';
import { ownSimulationScope } from './simulations.ts';

let owner: Actor;
let stranger: Actor;
let agent: Actor;
let colleague: Actor;
let homeless: Actor;
const label = new Map<number, string>();
const stepLabel = new Map<number, string>();

const app = useTestApp();
beforeAll(async () => {
  const person = await app.make.aBeneficiary();
  const other = await app.make.aBeneficiary();
  // The first id, which an agent without an organisation must not match.
  const partner = await app.make.aPartner();
  expect(partner.id).toBe(1);
  const elsewhere = await app.make.aPartner();
  const actor = (change: Partial<Actor>): Actor => ({
    isKey: false,
    userId: person.id,
    email: person.email,
    role: 'BENEFICIAIRE',
    partnerId: null,
    isResponsible: false,
    name: 'Sara Alami',
    sessionId: 'session',
    lang: 'fr',
    isSetupDue: false,
    ...change,
  });
  owner = actor({});
  stranger = actor({ userId: other.id });
  agent = actor({ userId: other.id, role: 'PARTENAIRE', partnerId: partner.id });
  colleague = actor({ userId: person.id, role: 'PARTENAIRE', partnerId: elsewhere.id });
  homeless = actor({ userId: person.id, role: 'PARTENAIRE', partnerId: null });
  const add = async (
    status: (typeof requestStatuses)[number],
    agreement: (typeof agreements)[number],
    stepStatus: (typeof stepStatuses)[number],
  ) => {
    const request = await app.make.aRequest({ beneficiaryId: person.id, status, agreement });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: partner.id,
      status: stepStatus,
      percent: stepStatus === 'PROCESSED' ? 100 : 0,
    });
    label.set(request.id, `${status} ${agreement} ${stepStatus}`);
    stepLabel.set(step.id, `${status} ${agreement} ${stepStatus}`);
  };
  for (const status of requestStatuses) await add(status, 'NOT_NEEDED', 'ASSIGNED');
  for (const agreement of agreements)
    if (agreement !== 'NOT_NEEDED') await add('ENTAME', agreement, 'ASSIGNED');
  for (const stepStatus of stepStatuses)
    if (stepStatus !== 'ASSIGNED') await add('ENTAME', 'NOT_NEEDED', stepStatus);
});

const named = (labels: ReadonlyMap<number, string>, rows: readonly { readonly id: number }[]) =>
  rows.map(({ id }) => labels.get(id) ?? 'unknown').sort();
const requests = build.selectFrom('requests as r').select('r.id');
/** Requests that a person may see, which both forms of the condition must return. */
async function requestsOf(actor: Actor): Promise<string[]> {
  const where = requestScope(actor);
  const rows = await app.db.supportRequest.findMany({ where, select: { id: true } });
  const sql = await rowsOf(app.db, requests.where(isInRequestScope(actor)));
  expect(named(label, sql)).toEqual(named(label, rows));
  return named(label, rows);
}
const steps = build
  .selectFrom('processing_steps as s')
  .innerJoin('requests as r', 'r.id', 's.request_id')
  .select('s.id');
async function stepsOf(actor: Actor): Promise<string[]> {
  const rows = await app.db.processingStep.findMany({
    where: stepScope(actor),
    select: { id: true },
  });
  const sql = await rowsOf(app.db, steps.where(isInStepScope(actor)));
  expect(named(stepLabel, sql)).toEqual(named(stepLabel, rows));
  return named(stepLabel, rows);
}

describe('the scope of a person', () => {
  it('includes all of their own requests except deleted ones', async () => {
    const all = [...label.values()].filter((name) => !name.startsWith('SUPPRIME')).sort();
    expect(await requestsOf(owner)).toEqual(all);
    expect(await stepsOf(owner)).toEqual(all);
    const rows = await app.db.supportRequest.findMany({ where: ownRequestScope(owner) });
    expect(named(label, rows)).toEqual(all);
    const sql = await rowsOf(app.db, requests.where(isOwnRequest(owner)));
    expect(named(label, sql)).toEqual(all);
  });

  it('excludes other people’s requests', async () => {
    expect(await requestsOf(stranger)).toEqual([]);
    expect(await stepsOf(stranger)).toEqual([]);
  });

  it('includes submitted requests with agreement while the agent’s organisation has a step', async () => {
    const shown = [...label.values()]
      .filter(
        (name) =>
          !/^(SUPPRIME|EN_COURS_DE_CREATION)/.test(name) &&
          !/ (WAITING|REFUSED|WITHDRAWN) /.test(name) &&
          !name.endsWith('DECLINED'),
      )
      .sort();
    expect(shown.length).toBeGreaterThan(10);
    expect(await requestsOf(agent)).toEqual(shown);
    expect(await stepsOf(agent)).toEqual(shown);
  });

  it('excludes requests of another organisation, and is empty for an agent without an organisation', async () => {
    for (const actor of [colleague, homeless]) {
      expect(await requestsOf(actor)).toEqual([]);
      expect(await stepsOf(actor)).toEqual([]);
    }
  });

  it('excludes the documents of a withdrawn request for organisations', async () => {
    for (const actor of [owner, stranger, agent, colleague, homeless]) {
      const rows = await app.db.supportRequest.findMany({ where: documentScope(actor) });
      const shown = (await requestsOf(actor)).filter(
        (name) => actor.role === 'BENEFICIAIRE' || !name.startsWith('RETIREE'),
      );
      expect(named(label, rows)).toEqual(shown);
    }
  });

  it('is bound by their ids, or by an id that no organisation has', () => {
    expect(readerIds(agent)).toEqual({ userId: agent.userId, partnerId: 1 });
    expect(readerIds(homeless)).toEqual({ userId: homeless.userId, partnerId: -1 });
  });

  it('includes their own simulations', () => {
    expect(ownSimulationScope(owner)).toEqual({ ownerId: owner.userId });
  });
});

it('contact data is found unless the step was rejected or the request withdrawn', async () => {
  const rows = await rowsOf(app.db, steps.where(isContactShown()));
  const shown = [...stepLabel.values()].filter((name) => !/^RETIREE|REJECTED$/.test(name)).sort();
  expect(named(stepLabel, rows)).toEqual(shown);
});

it('a status is read by SQL as by the Prisma client', async () => {
  const rows = await rowsOf(app.db, requests.select(storedStatus));
  expect(rows.length).toBe(label.size);
  for (const { id, status } of rows)
    expect(label.get(id)).toMatch(new RegExp(`^${requestStatusOf(status)} `));
});

it('finds people with an unopened imported account and no mail for seven days', async () => {
  const now = new Date('2026-03-20T10:00:00Z');
  const partner = await app.make.aPartner();
  const day = 24 * 60 * 60 * 1000;
  const invited = async (
    city: string,
    createdDaysAgo: number,
    change: Parameters<TestApp['make']['aBeneficiary']>[0] = {},
  ) =>
    await app.make.aBeneficiary({
      openedBy: partner.id,
      emailConfirmedAt: null,
      createdAt: new Date(now.getTime() - createdDaysAgo * day),
      city,
      ...change,
    });
  await invited('since the file', 7);
  await invited('too soon', 6.9);
  await invited('since the last mail', 30, { invitedAgainAt: new Date(now.getTime() - 7 * day) });
  await invited('too soon again', 30, { invitedAgainAt: new Date(now.getTime() - 6.9 * day) });
  await invited('opened', 30, { emailConfirmedAt: now });
  await invited('disabled', 30, { disabledAt: now });
  const found = await app.db.user.findMany({
    where: invitableAgain(now),
    select: { city: true },
    orderBy: { city: 'asc' },
  });
  expect(found.map(({ city }) => city)).toEqual(['since the file', 'since the last mail']);
});
