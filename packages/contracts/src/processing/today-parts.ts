import type { OwnerFilter } from './owner.ts';
import type { WorklistCriterionInput } from './worklist-criteria.ts';
import type { WorklistTab } from './worklist.ts';

interface TodayPart {
  readonly criteria: readonly WorklistCriterionInput[];
  readonly tab?: WorklistTab;
  readonly owner: OwnerFilter;
}

const isAwake = { key: 'stepStatus', operation: 'EQUALS', value: 'AWAKE' } as const;

/**
 * The parts of an agent's day, each a filter of the worklist. Answers and documents include steps without an owner and
 * those of absent colleagues, as the notices do.
 */
export const todayParts = {
  answers: {
    criteria: [{ key: 'conversation', operation: 'EQUALS', value: 'UNANSWERED' }, isAwake],
    owner: 'mineOrNone',
  },
  documents: {
    criteria: [{ key: 'documents', operation: 'EQUALS', value: 'ARRIVED' }, isAwake],
    owner: 'mineOrNone',
  },
  late: { criteria: [], tab: 'late', owner: 'mine' },
  unowned: { criteria: [], tab: 'todo', owner: 'none' },
} as const satisfies Record<string, TodayPart>;
export type TodayPartName = keyof typeof todayParts;
