import type { HandlersFor } from '../../platform/http/handler.ts';
import { presentGeneral, presentNordev, presentRuleSet } from './simulations.presenter.ts';
import { simulationsService, type SimulationsDeps } from './simulations.service.ts';

/** The calls of the two premium simulators. */
export function simulationsHandlers(
  deps: SimulationsDeps,
): HandlersFor<'simulate' | 'simulateNordev' | 'getPremiumRules'> {
  const simulations = simulationsService(deps);
  return {
    simulate: async ({ actor, body }) => ({
      body: presentGeneral(await simulations.simulate(actor, body)),
    }),
    simulateNordev: async ({ actor, body }) => ({
      body: presentNordev(await simulations.simulateNordev(actor, body)),
    }),
    getPremiumRules: async ({ params }) => ({
      body: presentRuleSet(await simulations.rulesInForce(params.scheme)),
    }),
  };
}
