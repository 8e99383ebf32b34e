import type { StepFeedback } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { earlierFeedbacks, currentReason } from './earlier-feedbacks.ts';

const line = (id: number, kind: StepFeedback['kind'], text: string | null): StepFeedback => ({
  id,
  at: '2026/11/21 10:00',
  kind,
  percent: 10,
  text,
  by: null,
});
const series = [
  line(5, 'SAID', 'Complet'),
  line(4, 'TAKEN_BACK', null),
  line(3, 'LOWERED', 'Erreur'),
  line(2, 'SAID', 'Complet'),
];

it.each([
  ['the current feedback is not among them, but an equal older one is', 'Complet', [4, 3, 2]],
  ['all entries are earlier without a current feedback', null, [5, 4, 3, 2]],
])('%s', (_, partnerFeedback, ids) => {
  const status = { code: 'IN_PROGRESS', libelle: 'En cours' };
  const earlier = earlierFeedbacks({ partnerFeedback, feedbacks: series, status });
  expect(earlier.map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['BLOCKED', [line(7, 'SAID', 'Oui'), line(6, 'BLOCKED', 'Grève')], 6],
  // Blocked again without a reason: the earlier reason is void.
  ['BLOCKED', [line(7, 'BLOCKED', null), line(6, 'BLOCKED', 'Grève')], undefined],
  ['IN_PROGRESS', [line(6, 'BLOCKED', 'Grève')], undefined],
  ['BLOCKED', [], undefined],
])('for a step that is %s with %j, the current reason is %s', (code, feedbacks, id) => {
  const step = { status: { code, libelle: code }, feedbacks, partnerFeedback: null };
  expect(currentReason(step)?.id).toBe(id);
  expect(earlierFeedbacks(step).some((item) => item.id === id)).toBe(false);
});
