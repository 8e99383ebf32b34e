import { reasons, type Reason } from '@wasl/contracts';

/** A reason of a list with its text. */
export interface ReasonWithText<R extends Reason = Reason> {
  readonly reason: R;
  readonly text: string | null;
}

/** The format of the history: the code on the first line, the text below. */
export function reasonDetail({ reason, text }: ReasonWithText): string {
  return text === null ? reason : `${reason}\n${text}`;
}

/** Parses a detail of the history; null when it was erased with its person. */
export function readReason(detail: string | null): ReasonWithText | null {
  const [first, ...rest] = (detail ?? '').split('\n');
  const reason = reasons.find((code) => code === first);
  if (reason === undefined) return null;
  return { reason, text: rest.length === 0 ? null : rest.join('\n') };
}

/** A removed document and the administrator's reason. The code is empty for a file of a message. */
export interface ErasedDocument {
  readonly code: string;
  readonly reason: string;
}

/** The format of the history, as in {@link reasonDetail}. */
export function erasedDetail({ code, reason }: ErasedDocument): string {
  return `${code}\n${reason}`;
}

/** Parses a detail of the history; null when it was erased with its person. */
export function readErased(detail: string | null): ErasedDocument | null {
  if (detail === null) return null;
  const [code = '', ...rest] = detail.split('\n');
  return { code, reason: rest.join('\n') };
}
