import { reasons, type Reason } from '@wasl/contracts';

/** A reason of a list, with what was written beside it. */
export interface SaidReason<R extends Reason = Reason> {
  readonly reason: R;
  readonly text: string | null;
}

/** As the history keeps it: the code on the first line, the text below. */
export function reasonDetail({ reason, text }: SaidReason): string {
  return text === null ? reason : `${reason}\n${text}`;
}

/** What the history kept; null where the words were erased with their person. */
export function readReason(detail: string | null): SaidReason | null {
  const [first, ...rest] = (detail ?? '').split('\n');
  const reason = reasons.find((code) => code === first);
  if (reason === undefined) return null;
  return { reason, text: rest.length === 0 ? null : rest.join('\n') };
}
