import { describe, expect, it } from 'vitest';

import { routedLines, submissionLines } from './submission-history.ts';

const steps = [
  { id: 71, status: 'ASSIGNED', partnerId: 4 },
  { id: 72, status: 'NOT_STARTED', partnerId: 9 },
] as const;
const routed = [
  { requestId: 5, kind: 'ROUTED', stepId: 71, toStatus: 'ASSIGNED', detail: '4' },
  { requestId: 5, kind: 'ROUTED', stepId: 72, toStatus: 'NOT_STARTED', detail: '9' },
];

describe('what a submission leaves in the history', () => {
  it('is itself and the step of each organisation, in their order', () => {
    expect(submissionLines(5, 'EN_COURS_DE_CREATION', 'NOUVEAU', steps)).toEqual([
      {
        requestId: 5,
        kind: 'SUBMITTED',
        fromStatus: 'EN_COURS_DE_CREATION',
        toStatus: 'NOUVEAU',
      },
      ...routed,
    ]);
  });

  it('is also the status that its steps make of it, where that is another', () => {
    expect(submissionLines(5, 'A_REFOURMULER', 'EN COURS DE QUALIFICATION', [])).toEqual([
      { requestId: 5, kind: 'SUBMITTED', fromStatus: 'A_REFOURMULER', toStatus: 'NOUVEAU' },
      {
        requestId: 5,
        kind: 'STATUS',
        fromStatus: 'NOUVEAU',
        toStatus: 'EN COURS DE QUALIFICATION',
      },
    ]);
  });

  it('later steps leave theirs alone', () => expect(routedLines(5, steps)).toEqual(routed));
});
