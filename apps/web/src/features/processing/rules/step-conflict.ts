import type { SettableStepStatus, StepNow } from '@wasl/contracts';

import type { Side } from '../../../ui/conflict-panel.tsx';
import { startingStatus } from './progress-rules.ts';

/** Input of an agent on a step. Percent and status are one choice: 100 is processed. */
export interface StepEntries {
  readonly percent: number;
  readonly status: SettableStepStatus;
  readonly feedback: string;
}

export const stepFields = ['progress', 'feedback'] as const;
export type StepField = (typeof stepFields)[number];

export function entriesOf(step: StepNow): StepEntries {
  return {
    percent: step.percent,
    status: startingStatus(step.status.code),
    feedback: step.partnerFeedback ?? '',
  };
}

export function isSame(field: StepField, a: StepEntries, b: StepEntries): boolean {
  return field === 'feedback'
    ? a.feedback.trim() === b.feedback.trim()
    : a.percent === b.percent && a.status === b.status;
}

/** Fields whose input differs from the saved values. An empty feedback deletes nothing, so it never differs. */
export function differingFields(mine: StepEntries, theirs: StepEntries): StepField[] {
  return stepFields.filter(
    (field) =>
      !isSame(field, mine, theirs) && (field !== 'feedback' || mine.feedback.trim() !== ''),
  );
}

/** Initial side of a field: edited fields keep the input, others follow the saved value. */
export function initialSide(field: StepField, base: StepEntries, mine: StepEntries): Side {
  return isSame(field, base, mine) ? 'theirs' : 'mine';
}

/** Labels of the documents requested and submitted between two versions of a step. */
export function documentsAddedMeanwhile(
  before: StepNow,
  now: StepNow,
): { readonly asked: string[]; readonly received: string[] } {
  const awaited = (step: StepNow) => step.documents.filter(({ url }) => url === null);
  const codes = (step: StepNow) => new Set(awaited(step).map(({ document }) => document.code));
  const [then, today] = [codes(before), codes(now)];
  const labels = (step: StepNow, without: ReadonlySet<string>) =>
    awaited(step).flatMap(({ document }) => (without.has(document.code) ? [] : [document.libelle]));
  return { asked: labels(now, then), received: labels(before, today) };
}
