/** The owner of a step, as far as a notice or a mail about it is concerned. */
export interface OwnedStep {
  readonly partnerId: number;
  /** Absent where it was made just now: nobody can have it. */
  readonly assigneeId?: string | null;
}

/** An agent who may be told of a step. */
export interface StepReader {
  readonly id: string;
  /** Since when they are away, and who stands in; null, or begun at null, where they are here. */
  readonly absence: { readonly begunAt: Date | null; readonly substituteId: string | null } | null;
}

/** Whether an agent is away now. */
export const isAway = ({ absence }: Pick<StepReader, 'absence'>): boolean =>
  (absence?.begunAt ?? null) !== null;

/**
 * Which of the organisation's agents are told of a step: its owner, or who stands in for an owner who is away; where there
 * is neither, all of them.
 * @param agents those of the organisation who can sign in
 */
export function readersOf<A extends StepReader>(
  agents: readonly A[],
  { assigneeId }: Pick<OwnedStep, 'assigneeId'>,
): readonly A[] {
  const owner = agents.find(({ id }) => id === assigneeId);
  if (owner === undefined) return agents;
  if (!isAway(owner)) return [owner];
  const substitute = agents.find(
    (agent) => agent.id === owner.absence?.substituteId && !isAway(agent),
  );
  return substitute === undefined ? agents : [substitute];
}

/** Of an agent, what {@link readersOf} asks for. */
export const absenceColumns = { select: { begunAt: true, substituteId: true } } as const;
