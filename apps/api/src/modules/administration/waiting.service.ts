import type { WaitingView } from '@wasl/contracts/administration';

import { queueNames, readQueues } from '../../platform/jobs/queues.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { agentApprovalService } from '../accounts/index.ts';
import { referenceService } from '../reference/index.ts';
import { unroutedService } from '../requests/index.ts';

/** Counts of what waits for an administrator. */
export function waitingService(deps: Deps) {
  return {
    async read(): Promise<WaitingView> {
      const approvals = agentApprovalService(deps);
      const [agents, organisations, services, requests, queues] = await Promise.all([
        approvals.listAgents('awaiting'),
        approvals.listOrganisations('awaiting'),
        referenceService(deps.db).proposedServices(),
        unroutedService(deps).count(),
        readQueues(deps, deps.additions.queues),
      ]);
      return {
        agents: agents.filter(({ partner }) => partner?.approvedAt).length,
        organisations: organisations.length,
        services: services.length,
        requests,
        failures: [
          // Unscanned files wait for the scanner, and none of them fails for good.
          ...queueNames
            .filter((name) => name !== 'scans')
            .map((queue) => ({ queue, failed: queues.states[queue].failed })),
          ...queues.ofPlugins.map(({ name, state }) => ({ queue: name, failed: state.failed })),
        ],
      };
    },
  };
}
