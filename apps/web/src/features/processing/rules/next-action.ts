import type { Role, StepView } from '@wasl/contracts';

/** Who must act next on a step. */
export type NextAction =
  | 'handIn'
  | 'rate'
  | 'partner'
  | 'blocked'
  | 'later'
  | 'rejected'
  | 'declined'
  | 'duplicate'
  | 'beneficiary'
  | 'done';

/** Next move on a step, from the reader's view. */
export function nextAction(step: StepView, role: Role): NextAction {
  const isAwaited = step.documents.some(({ url }) => url === null);
  switch (step.status.code) {
    case 'NOT_STARTED':
      return 'later';
    case 'REJECTED':
      return 'rejected';
    case 'DECLINED':
      return step.duplicateOf === null ? 'declined' : 'duplicate';
    case 'PROCESSED':
      if (role === 'BENEFICIAIRE' && step.abilities.canRate && step.rating === null) return 'rate';
      return 'done';
    default:
      if (isAwaited && role === 'BENEFICIAIRE' && step.abilities.canUpload) return 'handIn';
      if (isAwaited && role === 'PARTENAIRE') return 'beneficiary';
      return step.status.code === 'BLOCKED' ? 'blocked' : 'partner';
  }
}

/** Step that determines the next move: the reader's own moves come first, then any open step. */
export function decidingStep(steps: readonly StepView[], role: Role): StepView | null {
  const moves = steps.map((step) => ({ step, move: nextAction(step, role) }));
  const order: readonly NextAction[] = ['handIn', 'rate', 'beneficiary', 'partner', 'blocked'];
  for (const wanted of order) {
    const found = moves.find(({ move }) => move === wanted);
    if (found !== undefined) return found.step;
  }
  return null;
}
