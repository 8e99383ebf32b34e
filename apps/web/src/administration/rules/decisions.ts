import {
  type ApprovalKind,
  type ApprovalRefusal,
  type DecisionBody,
  mostChosen,
} from '@wasl/contracts/administration';

/** A row of the approvals that can be decided. */
export interface Candidate {
  readonly kind: ApprovalKind;
  readonly id: string;
  readonly name: string;
}

export interface DecisionOutcome {
  readonly row: Candidate;
  /** Null for a success. */
  readonly refusal: ApprovalRefusal | null;
}

/** Identifies a row among the three kinds. */
export const keyOf = ({ kind, id }: Pick<Candidate, 'kind' | 'id'>): string => `${kind}:${id}`;

export function batchesOf<T>(rows: readonly T[], size = mostChosen): readonly T[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => index * size);
  return starts.map((start) => rows.slice(start, start + size));
}

/** Organisations first, because an agent cannot be approved before the organisation. */
const order: readonly ApprovalKind[] = ['organisations', 'agents', 'services'];

/** Decides the rows with as few calls as possible. @throws the error of a call; earlier calls remain done */
export async function decide(
  rows: readonly Candidate[],
  decision: Pick<DecisionBody, 'decision' | 'reason'>,
  send: (
    body: DecisionBody,
  ) => Promise<readonly { readonly id: string; readonly refusal: ApprovalRefusal | null }[]>,
): Promise<DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = [];
  for (const kind of order) {
    for (const part of batchesOf(rows.filter((row) => row.kind === kind))) {
      const results = await send({ ...decision, kind, ids: part.map(({ id }) => id) });
      const refusals = new Map(results.map(({ id, refusal }) => [id, refusal]));
      for (const row of part) outcomes.push({ row, refusal: refusals.get(row.id) ?? null });
    }
  }
  return outcomes;
}
