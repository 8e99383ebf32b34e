import type { RequestView, StepSummary } from '@wasl/contracts';

import type { StatusTone } from '../../ui/status-tag.tsx';

/** What a person reads of a request or a step. The texts are in `common:move`. */
export type MoveKind =
  | 'draft'
  | 'rephrase'
  | 'agree'
  | 'handIn'
  | 'answer'
  | 'sent'
  | 'notStarted'
  | 'inProgress'
  | 'blocked'
  | 'onHold'
  | 'done'
  | 'refused'
  | 'declined'
  | 'withdrawn'
  | 'agreementRefused'
  | 'agreementWithdrawn';

export interface Move {
  readonly kind: MoveKind;
  /** The step that decides; null where the request's own status does. */
  readonly step: StepSummary | null;
  /** Why it pauses. */
  readonly reason: string | null;
}

const plain = (kind: MoveKind, reason: string | null = null): Move => ({
  kind,
  step: null,
  reason,
});

function kindOfStep({ status, awaited, messageToAnswer }: StepSummary): MoveKind {
  switch (status) {
    case 'PROCESSED':
      return 'done';
    case 'REJECTED':
      return 'refused';
    case 'DECLINED':
      return 'declined';
    default:
      if (awaited.length > 0) return 'handIn';
      // Stored answers of earlier versions lack the member.
      if (typeof messageToAnswer === 'string') return 'answer';
      if (status === 'BLOCKED') return 'blocked';
      return status === 'IN_PROGRESS' ? 'inProgress' : 'notStarted';
  }
}

export function moveOfStep(step: StepSummary): Move {
  const kind = kindOfStep(step);
  return { kind, step, reason: kind === 'blocked' ? step.words : null };
}

/** Moves of steps by what a person must know first: the person's own move, then open steps, then closed ones. */
const order: readonly MoveKind[] = [
  'handIn',
  'answer',
  'inProgress',
  'blocked',
  'notStarted',
  'done',
  'declined',
  'refused',
];

/** Move of a followed request: that of its deciding step. */
export function moveOfSteps(steps: readonly StepSummary[]): Move {
  const moves = steps.map(moveOfStep);
  const first = order.flatMap((kind) => moves.filter((move) => move.kind === kind))[0];
  return first ?? plain('sent');
}

export function moveOfRequest({
  status,
  filing,
  observation,
  steps,
}: Pick<RequestView, 'filing' | 'observation' | 'steps'> & {
  readonly status: Pick<RequestView['status'], 'code'>;
}): Move {
  switch (filing?.agreement) {
    case 'WAITING':
      return plain('agree');
    case 'REFUSED':
      return plain('agreementRefused');
    case 'WITHDRAWN':
      return plain('agreementWithdrawn');
    default:
  }
  switch (status.code) {
    case 'EN_COURS_DE_CREATION':
      return plain('draft');
    case 'A_REFOURMULER':
      return plain('rephrase');
    case 'EN_ATTENTE':
      return plain('onHold', observation);
    case 'DEMANDE_TRAITE':
      return plain('done');
    case 'RETIREE':
      return plain('withdrawn');
    case 'ENTAME': {
      const move = moveOfSteps(steps);
      // All steps are closed, but a service has no organisation yet.
      return ['done', 'declined', 'refused'].includes(move.kind) ? plain('sent') : move;
    }
    default:
      return plain('sent');
  }
}

const tones: Readonly<Partial<Record<MoveKind, StatusTone>>> = {
  draft: 'yours',
  rephrase: 'yours',
  agree: 'yours',
  handIn: 'yours',
  answer: 'yours',
  sent: 'new',
  inProgress: 'progress',
  done: 'done',
};

/** Amber (`yours`) only where the person has the next move, green only for good news. */
export function toneOfMove({ kind }: Move): StatusTone {
  return tones[kind] ?? 'neutral';
}

/** Something that a step asks of its owner; a rating is optional. */
export type StepTask =
  | {
      readonly kind: 'HAND_IN';
      readonly step: StepSummary;
      readonly document: StepSummary['awaited'][number];
    }
  | { readonly kind: 'ANSWER'; readonly step: StepSummary; readonly message: string }
  | { readonly kind: 'RATE'; readonly step: StepSummary };

export function tasksOfStep(step: StepSummary): StepTask[] {
  const kind = kindOfStep(step);
  if (kind === 'done') return step.isRated ? [] : [{ kind: 'RATE', step }];
  if (kind !== 'handIn' && kind !== 'answer') return [];
  const { awaited, messageToAnswer: message } = step;
  return [
    ...awaited.map((document) => ({ kind: 'HAND_IN', step, document }) as const),
    ...(typeof message === 'string' ? [{ kind: 'ANSWER', step, message } as const] : []),
  ];
}

/** Unique key of a task in a list. */
export const keyOfTask = (task: StepTask): string =>
  `${String(task.step.id)} ${task.kind} ${task.kind === 'HAND_IN' ? task.document.code : ''}`;
