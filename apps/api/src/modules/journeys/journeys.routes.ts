import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { presentJourney } from './journeys.presenter.ts';
import { journeysService } from './journeys.service.ts';
import { proposalsService } from './proposals.service.ts';

export function journeysHandlers(deps: Pick<Deps, 'db' | 'clock'>): HandlersOf<'journeys'> {
  const journeys = journeysService(deps.db);
  const proposals = proposalsService(deps.db);
  return {
    searchJourneyDefs: async ({ body, query, lang }) => {
      const now = deps.clock.now();
      const { rows, total } = await journeys.search(body, query, now);
      return { body: rows.map((row) => presentJourney(row, lang, now)), total };
    },
    getJourneyDef: async ({ params, lang }) => ({
      body: presentJourney(await journeys.get(params.id), lang, deps.clock.now()),
    }),
    listProposals: async ({ actor, lang }) => ({
      body: await proposals.list(actor.userId, lang, deps.clock.now()),
    }),
    dismissProposal: async ({ actor, params }) => {
      await proposals.dismiss(actor.userId, params.code);
      return { body: { success: true } };
    },
  };
}
