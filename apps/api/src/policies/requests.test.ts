import { requestStatuses, stepStatuses, type StepStatus } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import type { Actor } from '../platform/auth/actor.ts';
import { isSelf } from './account.ts';
import { showsContact, showsDocuments } from './contact.ts';
import { requestStatusOf, storedStatusOf } from './request-status.ts';
import { requestAbilities } from './requests.ts';

const owner: Actor = {
  isKey: false,
  userId: '1c5ad0a4-7a5e-4d3a-9a38-2f7d3f5b6f11',
  email: 'sara@example.org',
  role: 'BENEFICIAIRE',
  partnerId: null,
  isResponsible: false,
  name: 'Sara Alami',
  sessionId: 'session',
  lang: 'fr',
  isSetupDue: false,
};
const stranger: Actor = { ...owner, userId: '7b0e0f2e-64a5-4c5e-8a3e-0f5b5f2f9f22' };
const agent: Actor = { ...stranger, role: 'PARTENAIRE', partnerId: 1 };

const request = (change: Partial<Parameters<typeof requestAbilities>[1]> = {}) => ({
  beneficiaryId: owner.userId,
  status: 'ENTAME' as const,
  agreement: 'NOT_NEEDED' as const,
  ...change,
});
const buttons = (actor: Actor, of: Parameters<typeof requestAbilities>[1], step?: StepStatus) => {
  const work = step === undefined ? [] : [{ partnerId: 1, status: step, isWrittenOn: false }];
  const abilities = requestAbilities(actor, of, step === undefined ? null : { status: step }, work);
  return Object.entries(abilities).flatMap(([name, can]) => (can ? [name] : []));
};

describe('the abilities of a request', () => {
  it('include the owner’s actions', () => {
    expect(buttons(owner, request({ status: 'EN_COURS_DE_CREATION' }))).toEqual([
      'canEdit',
      'canDelete',
      'canSubmit',
    ]);
    expect(buttons(owner, request())).toEqual(['canFollow', 'canReceipt', 'canWithdrawRequest']);
  });

  it('allow the owner to answer an organisation that filed it, and to withdraw the answer', () => {
    const filed = { status: 'EN_COURS_DE_CREATION', agreement: 'WAITING' } as const;
    expect(buttons(owner, request(filed))).toEqual(['canAgree']);
    expect(buttons(owner, request({ agreement: 'GIVEN' }))).toContain('canWithdraw');
    expect(buttons(owner, request({ agreement: 'REFUSED' }))).not.toContain('canWithdraw');
  });

  it.each(requestStatuses)('are empty for other people: %s', (status) => {
    for (const agreement of ['NOT_NEEDED', 'WAITING', 'GIVEN'] as const)
      expect(buttons(stranger, request({ status, agreement }))).toEqual([]);
  });

  it('include an agent’s actions on an open step, but no owner’s actions', () => {
    const all = ['canFollow', 'canUpdate', 'canDecline', 'canSendBack'];
    expect(buttons(agent, request(), 'IN_PROGRESS')).toEqual(all);
    expect(buttons(agent, request(), 'PROCESSED')).toEqual(['canFollow']);
    expect(buttons(agent, request({ agreement: 'WAITING' }), 'PROCESSED')).toEqual(['canFollow']);
    const own = request({ beneficiaryId: agent.userId });
    expect(buttons(agent, own, 'PROCESSED')).toEqual(['canFollow']);
  });

  it('exclude “send back” for an agent without an organisation while another organisation works', () => {
    const work = [{ partnerId: 1, status: 'IN_PROGRESS', isWrittenOn: true }] as const;
    const homeless = { ...agent, partnerId: null };
    const abilities = requestAbilities(homeless, request(), { status: 'IN_PROGRESS' }, work);
    expect(abilities.canSendBack).toBe(false);
  });

  it('are empty for an agent without a step', () => expect(buttons(agent, request())).toEqual([]));
});

it('an organisation sees the person’s contact unless its step was rejected', () => {
  for (const status of stepStatuses)
    expect(showsContact({ status }, 'ENTAME'), status).toBe(status !== 'REJECTED');
  expect(showsContact({ status: 'PROCESSED' }, 'RETIREE')).toBe(false);
  expect(showsContact(null, 'RETIREE')).toBe(true);
});

it('an organisation sees the documents unless the request was withdrawn', () => {
  for (const status of requestStatuses) {
    expect(showsDocuments(agent, status), status).toBe(status !== 'RETIREE');
    expect(showsDocuments(owner, status), status).toBe(true);
  }
});

it('an account is identified only by its id or its address, in any case', () => {
  expect(isSelf(owner, owner.userId.toUpperCase())).toBe(true);
  expect(isSelf(owner, 'Sara@Example.org')).toBe(true);
  expect(isSelf(owner, 'sara@example.com')).toBe(false);
  expect(isSelf(owner, stranger.userId)).toBe(false);
});

it('every status is unchanged after storing and loading, and is stored without spaces', () => {
  for (const status of requestStatuses) {
    expect(requestStatusOf(storedStatusOf(status))).toBe(status);
    expect(storedStatusOf(status)).toMatch(/^[A-Z_]+$/);
  }
});
