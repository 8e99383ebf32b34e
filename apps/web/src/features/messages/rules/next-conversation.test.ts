import { describe, expect, it } from 'vitest';

import { nextConversation } from './next-conversation.ts';

const row = (stepId: number, awaitsAnswerSince: string | null) => ({ stepId, awaitsAnswerSince });
const [early, late] = ['2026-07-01T08:00:00.000Z', '2026-07-02T08:00:00.000Z'];

describe('the next conversation', () => {
  const rows = [row(7, early), row(3, late), row(4, late), row(9, null)];

  it('follows the open conversation, and is the first after the last', () => {
    expect(nextConversation(rows, { stepId: 7, since: early })?.stepId).toBe(3);
    expect(nextConversation(rows, { stepId: 3, since: late })?.stepId).toBe(4);
    expect(nextConversation(rows, { stepId: 4, since: late })?.stepId).toBe(7);
  });

  it('is unchanged after the answer has moved the open conversation in the list', () => {
    const after = [row(7, early), row(4, late), row(3, null), row(9, null)];
    expect(nextConversation(after, { stepId: 3, since: late })?.stepId).toBe(4);
  });

  it('is the first after an answered conversation, and absent when no other is unanswered', () => {
    expect(nextConversation(rows, { stepId: 9, since: null })?.stepId).toBe(7);
    expect(nextConversation([row(7, early), row(9, null)], { stepId: 7, since: early })).toBe(
      undefined,
    );
  });
});
