import type { SettableStepStatus, StepNow } from '@wasl/contracts';

import type { Side } from '../../../ui/conflict-panel.tsx';
import { startingStatus } from './progress-rules.ts';

/** What an agent writes on a step. Percent and status are one choice: 100 is processed. */
export interface StepEntries {
  readonly percent: number;
  readonly status: SettableStepStatus;
  readonly feedback: string;
}

export const stepFields = ['progress', 'feedback'] as const;
export type StepField = (typeof stepFields)[number];

/** The entries with which the form of a step begins. */
export function entriesOf(step: StepNow): StepEntries {
  return {
    percent: step.percent,
    status: startingStatus(step.status.code),
    feedback: step.partnerFeedback ?? '',
  };
}

/** Whether two entries say the same in a field. */
export function isSame(field: StepField, a: StepEntries, b: StepEntries): boolean {
  return field === 'feedback'
    ? a.feedback.trim() === b.feedback.trim()
    : a.percent === b.percent && a.status === b.status;
}

/** The fields in which what was typed is not what is saved now. An empty feedback takes nothing back. */
export function differing(mine: StepEntries, theirs: StepEntries): StepField[] {
  return stepFields.filter(
    (field) =>
      !isSame(field, mine, theirs) && (field !== 'feedback' || mine.feedback.trim() !== ''),
  );
}

/** What a field takes before anybody chooses: what was typed stays; what was not touched follows what is saved. */
export function firstSide(field: StepField, base: StepEntries, mine: StepEntries): Side {
  return isSame(field, base, mine) ? 'theirs' : 'mine';
}

/** Labels of the documents asked for and handed in between two looks at a step. */
export function documentsMeanwhile(
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
