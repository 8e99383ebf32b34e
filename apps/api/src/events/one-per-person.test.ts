import { describe, expect, it } from 'vitest';

import type { WrittenNotice } from './notices.repository.ts';
import { onePerPerson } from './one-per-person.ts';

const request = (id: number) => ({ requestId: id, stepId: id * 10 });

describe('the notices of one operation', () => {
  it('are reduced to one per person, with a task before news', () => {
    const asked: WrittenNotice = { userId: 'amina', kind: 'DOCUMENTS_ASKED', ...request(1) };
    const other: WrittenNotice = { userId: 'karim', kind: 'NEW_STEP', ...request(1) };
    expect(
      onePerPerson([
        { userId: 'amina', kind: 'STATUS', requestId: 1, params: { status: 'ENTAME' } },
        asked,
        other,
        { userId: 'amina', kind: 'ASSIGNED', ...request(1) },
      ]),
    ).toEqual([asked, other]);
  });

  it('of one kind are merged into one with a count, which links to their common request', () => {
    const step = (stepId: number): WrittenNotice => ({
      userId: 'karim',
      kind: 'NEW_STEP',
      requestId: 1,
      stepId,
    });
    expect(onePerPerson([step(11), step(12)])).toEqual([{ ...step(11), params: { count: 2 } }]);
    const file = (id: number): WrittenNotice => ({
      userId: 'karim',
      kind: 'HANDED_OVER',
      aboutId: 'nadia',
      ...request(id),
    });
    expect(onePerPerson([file(1), file(2), file(3)])).toEqual([
      { userId: 'karim', kind: 'HANDED_OVER', aboutId: 'nadia', params: { count: 3 } },
    ]);
  });

  it('still replace unread notices when another notice is written', () => {
    const progress: WrittenNotice = {
      userId: 'amina',
      kind: 'PROGRESS',
      ...request(1),
      isReplacing: true,
    };
    const asked: WrittenNotice = { userId: 'amina', kind: 'DOCUMENTS_ASKED', ...request(1) };
    expect(onePerPerson([progress, asked])).toEqual([{ ...progress, isSuperseded: true }, asked]);
  });
});
