import { cacheable } from '../../platform/http/cacheable.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { savedSimulationsService } from './saved.service.ts';
import { reportsService, type ReportsDeps } from './reports.service.ts';
import {
  presentGeneral,
  presentSaved,
  presentNordev,
  presentOpened,
  presentRuleSet,
} from './simulations.presenter.ts';
import { sharesService } from './shares.service.ts';
import { simulationsService, type SimulationsDeps } from './simulations.service.ts';

// Rules change on the first day of a set, or by the administrator.
const forAMinute = { seconds: 60 };

export function simulationsHandlers(
  deps: SimulationsDeps & ReportsDeps,
): HandlersOf<'simulations'> {
  const simulations = simulationsService(deps);
  const reports = reportsService(deps);
  const saved = savedSimulationsService(deps);
  const shares = sharesService(deps);
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
    listSimulations: async ({ actor }) => ({ body: (await saved.list(actor)).map(presentSaved) }),
    getSimulation: async ({ actor, params }) => ({
      body: presentOpened(await saved.open(actor, params.id)),
    }),
    renameSimulation: async ({ actor, params, body }) => {
      await saved.rename(actor, params.id, body.name);
      return { body: { success: true } };
    },
    copySimulation: async ({ actor, params, body }) => ({
      body: { id: await saved.copy(actor, params.id, body.name) },
    }),
    shareSimulation: async ({ actor, params }) => ({ body: await shares.share(actor, params.id) }),
    unshareSimulation: async ({ actor, params }) => {
      await shares.takeBack(actor, params.id);
      return { body: { success: true } };
    },
    deleteSimulation: async ({ actor, params }) => {
      await saved.remove(actor, params.id);
      return { body: { success: true } };
    },
    getPremiumRules: async ({ params }) =>
      cacheable(presentRuleSet(await simulations.rulesInForce(params.scheme)), forAMinute),
  };
}
