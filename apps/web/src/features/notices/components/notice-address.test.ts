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
};

it.each([
  ['MESSAGES', '/messages/34'],
  ['FOLLOW_UP', '/requests?number=2026-000012&follow=12'],
  ['EDIT', '/editRequest/12'],
  ['REQUEST', '/requests/12'],
  ['WORKLIST', '/requests?number=2026-000012'],
  ['COLLEAGUES', '/profileSettings#colleagues'],
] as const)('%s leads to %s', (target, address) => {
  expect(noticeAddress({ ...notice, target })).toBe(address);
});

it('leads to the whole worklist where it names no request', () => {
  const steps = { ...notice, requestId: null, numRequest: null } as const;
  expect(noticeAddress({ ...steps, target: 'WORKLIST' })).toBe('/requests');
});
