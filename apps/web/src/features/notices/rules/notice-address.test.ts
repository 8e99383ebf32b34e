import type { NoticeView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { noticeAddress } from './notice-address.ts';

const notice: NoticeView = {
  id: 1,
  kind: 'STATUS',
  at: '2026-11-21T06:00:00Z',
  isRead: false,
  target: 'REQUEST',
  requestId: 12,
  stepId: 34,
  numRequest: '2026-000012',
  organisation: null,
  beneficiary: null,
  service: null,
  status: null,
  percent: null,
  documents: [],
  count: null,
  person: null,
  next: null,
  reason: null,
};

/** By kind: target from the server, and address; a missing kind does not compile. */
const table: Record<NoticeView['kind'], readonly (readonly [NoticeView['target'], string])[]> = {
  ASSIGNED: [
    ['REQUEST', '/requests/12'],
    ['FOLLOW_UP', '/requests/12/follow'],
  ],
  PASSED_ON: [
    ['REQUEST', '/requests/12'],
    ['FOLLOW_UP', '/requests/12/follow'],
  ],
  DUPLICATE: [
    ['REQUEST', '/requests/12'],
    ['FOLLOW_UP', '/requests/12/follow'],
  ],
  REOPENED: [['FOLLOW_UP', '/requests/12/follow']],
  TURN_TAKEN_BACK: [['WORKLIST', '/requests/12/steps/34']],
  PROGRESS: [['FOLLOW_UP', '/requests/12/follow']],
  DOCUMENTS_ASKED: [['FOLLOW_UP', '/requests/12/follow']],
  TAKEN_AGAIN: [['FOLLOW_UP', '/requests/12/follow']],
  DOCUMENT_NOT_NEEDED: [['FOLLOW_UP', '/requests/12/follow']],
  STATUS: [
    ['FOLLOW_UP', '/requests/12/follow'],
    ['REQUEST', '/requests/12'],
  ],
  FILE_INFECTED: [
    ['EDIT', '/editRequest/12'],
    ['REQUEST', '/requests/12'],
    ['WORKLIST', '/requests/12/steps/34'],
  ],
  FILE_REMOVED: [
    ['EDIT', '/editRequest/12'],
    ['WORKLIST', '/requests/12/steps/34#history'],
  ],
  RESTORED: [['EDIT', '/editRequest/12']],
  REPHRASE: [['EDIT', '/editRequest/12']],
  IMPORTED: [['REQUEST', '/requests/12']],
  MESSAGE: [['MESSAGES', '/messages/34']],
  NEW_STEP: [['WORKLIST', '/requests/12/steps/34']],
  DOCUMENTS_RECEIVED: [['WORKLIST', '/requests/12/steps/34#documents']],
  MENTIONED: [['WORKLIST', '/requests/12/steps/34#notes']],
  HANDED_OVER: [['WORKLIST', '/requests/12/steps/34']],
  RATED: [['WORKLIST', '/requests/12/steps/34#rating']],
  HELD: [['WORKLIST', '/requests/12/steps/34']],
  RESUMED: [['WORKLIST', '/requests/12/steps/34']],
  AGREEMENT_WITHDRAWN: [['WORKLIST', '/requests']],
  WITHDRAWN: [['WORKLIST', '/requests/12/steps/34#history']],
  COLLEAGUE_AWAITING: [['COLLEAGUES', '/organisation/colleagues']],
  MAKER_LEFT: [['OTHER_SYSTEMS', '/organisation/integrations']],
  WEBHOOK_OFF: [['OTHER_SYSTEMS', '/organisation/integrations']],
  AGREEMENT_ASKED: [['REQUEST', '/requests/12']],
  NEW_STEPS: [['WORKLIST', '/requests/12/steps/34']],
};
const kinds = Object.keys(table) as NoticeView['kind'][];

it.each(
  kinds.flatMap((kind) => table[kind].map(([target, address]) => [kind, target, address] as const)),
)('%s to %s links to %s', (kind, target, address) => {
  expect(noticeAddress({ ...notice, kind, target })).toBe(address);
});

it('links to the profile for a file without a request', () => {
  const infected = { ...notice, kind: 'FILE_INFECTED', requestId: null, numRequest: null } as const;
  for (const target of ['REQUEST', 'WORKLIST'] as const)
    expect(noticeAddress({ ...infected, target })).toBe('/profileSettings');
});

it('links to the row of its request without a step', () => {
  const agreementNotice = { ...notice, kind: 'HELD', stepId: null, target: 'WORKLIST' } as const;
  expect(noticeAddress(agreementNotice)).toBe('/requests?number=2026-000012');
});

it('links to the agent’s own steps after a hand-over of several steps', () => {
  const several = { ...notice, kind: 'HANDED_OVER', requestId: null, numRequest: null } as const;
  expect(noticeAddress({ ...several, target: 'WORKLIST' })).toBe('/requests?owner=mine');
});

it('links to the whole worklist without a request', () => {
  const steps = { ...notice, kind: 'NEW_STEPS', requestId: null, numRequest: null } as const;
  expect(noticeAddress({ ...steps, target: 'WORKLIST' })).toBe('/requests');
});
