import type { StepFeedback } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { earlierFeedbacks } from './earlier-feedbacks.ts';

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
  ['what stands is not among them, though it was said before too', 'Complet', [4, 3, 2]],
  ['where nothing stands all of it is earlier', null, [5, 4, 3, 2]],
])('%s', (_, partnerFeedback, ids) => {
  expect(earlierFeedbacks({ partnerFeedback, feedbacks: series }).map(({ id }) => id)).toEqual(ids);
});
