/** A step with its owner, for the choice of readers. */
export interface OwnedStep {
  readonly partnerId: number;
  /** Absent for a new step, which has no owner. */
  readonly assigneeId?: string | null;
}

/** An agent who may be notified of a step. */
export interface StepReader {
  readonly id: string;
  /** The begin of the absence and the substitute. The agent is present when it is null, or `begunAt` is null. */
  readonly absence: { readonly begunAt: Date | null; readonly substituteId: string | null } | null;
}

export const isAway = ({ absence }: Pick<StepReader, 'absence'>): boolean =>
  (absence?.begunAt ?? null) !== null;

/**
 * The agents who are notified of a step: its owner, or the substitute of an absent owner; without either, all agents.
 * @param agents the active agents of the organisation
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

/** The columns of an agent for {@link readersOf}. */
export const absenceColumns = { select: { begunAt: true, substituteId: true } } as const;
