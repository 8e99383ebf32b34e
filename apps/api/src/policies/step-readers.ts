/** The owner of a step, as far as a notice or a mail about it is concerned. */
export interface OwnedStep {
  readonly partnerId: number;
  /** Absent where it was made just now: nobody can have it. */
  readonly assigneeId?: string | null;
}

/**
 * Which of the organisation's agents are told of a step: its owner, else all of them.
 * @param agents those of the organisation who can sign in
 */
export function readersOf<A extends { readonly id: string }>(
  agents: readonly A[],
  { assigneeId }: Pick<OwnedStep, 'assigneeId'>,
): readonly A[] {
  const owner = agents.filter(({ id }) => id === assigneeId);
  return owner.length > 0 ? owner : agents;
}
