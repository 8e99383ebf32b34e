import { cacheable } from '../../platform/http/cacheable.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { reportsService, type ReportsDeps } from './reports.service.ts';
import { presentGeneral, presentNordev, presentRuleSet } from './simulations.presenter.ts';
import { simulationsService, type SimulationsDeps } from './simulations.service.ts';

// Rules change on the first day of a set, or by the administrator's hand.
const forAMinute = { seconds: 60 };

/** The calls of the two premium simulators. */
export function simulationsHandlers(
  deps: SimulationsDeps & ReportsDeps,
): HandlersOf<'simulations'> {
  const simulations = simulationsService(deps);
  const reports = reportsService(deps);
  return {
    simulate: async ({ actor, body }) => ({
      body: presentGeneral(await simulations.simulate(actor, body)),
    }),
    simulateNordev: async ({ actor, body }) => ({
      body: presentNordev(await simulations.simulateNordev(actor, body)),
    }),
    generateReport: ({ actor, query, lang }) =>
      reports.report(actor, 'general', query.simulation_prime_id, lang),
    generateNordevReport: ({ actor, query, lang }) =>
      reports.report(actor, 'nordev', query.simulation_prime_nordev_id, lang),
    getPremiumRules: async ({ params }) =>
      cacheable(presentRuleSet(await simulations.rulesInForce(params.scheme)), forAMinute),
  };
}
