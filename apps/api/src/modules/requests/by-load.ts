import type { Act } from '../../events/act.ts';
import { spreadByLoad } from '../../rules/by-load.ts';
import { byLoadRepository } from './by-load.repository.ts';
import type { AgentRow, RequestProcess, StepRow } from './routing.repository.ts';
import { workChanges } from './work-changes.repository.ts';

interface NewlyAssigned {
  readonly id: number;
  readonly partnerId: number;
  readonly status: string;
  readonly titleItemId: number;
  readonly assigneeId?: string | null;
}

/**
 * The owners of newly assigned steps, for organisations that assign by load: the present agent who takes the service,
 * or any where no agent does, with the fewest open steps. It runs with the request locked and waits for no other lock.
 * @param agents the active agents of the organisations
 * @returns the owner by step id
 */
export async function ownersByLoad(
  act: Act,
  steps: readonly NewlyAssigned[],
  agents: readonly AgentRow[],
): Promise<ReadonlyMap<number, string>> {
  const free = steps.filter(
    ({ status, assigneeId }) => status === 'ASSIGNED' && (assigneeId ?? null) === null,
  );
  const partners = new Set(free.map(({ partnerId }) => partnerId));
  const candidates = agents.filter(
    ({ partner }) => partner.assignsByLoad && partners.has(partner.id),
  );
  if (candidates.length === 0) return new Map();
  const repository = byLoadRepository(act.tx);
  const present = await repository.present(
    await repository.lockAgents(candidates.map(({ id }) => id)),
  );
  const takes = ({ titleItemId, partnerId }: NewlyAssigned, agent: (typeof present)[number]) =>
    agent.partnerId === partnerId &&
    (agent.services.length === 0 || agent.services.includes(titleItemId));
  const owners = spreadByLoad(
    free,
    present,
    (step, agent) =>
      takes(step, agent) ||
      (agent.partnerId === step.partnerId && !present.some((other) => takes(step, other))),
  );
  return new Map([...owners].map(([{ id }, userId]) => [id, userId]));
}

/** Writes the owners of the steps of a request, with their history. */
export function giveByLoad(act: Act, requestId: number, owners: ReadonlyMap<number, string>): void {
  for (const [stepId, to] of owners) {
    workChanges(act).steps([{ id: stepId, assigneeId: to }]);
    act.record({ type: 'step.givenByLoad', requestId, stepId, to });
  }
}

/** Records new steps, and gives them to agents where their organisations assign by load. */
export async function recordRouted(
  act: Act,
  request: RequestProcess,
  steps: readonly StepRow[],
  agents: readonly AgentRow[],
): Promise<void> {
  const owners = await ownersByLoad(act, steps, agents);
  for (const step of steps) {
    const assigneeId = owners.get(step.id) ?? step.assigneeId;
    act.record({ type: 'step.routed', request, step: { ...step, assigneeId }, agents });
  }
  giveByLoad(act, request.id, owners);
}
