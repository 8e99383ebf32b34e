import type { Deps } from '../../platform/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { presentJourney } from './journeys.presenter.ts';
import { journeysService } from './journeys.service.ts';

export function journeysHandlers(deps: Pick<Deps, 'db' | 'clock'>): HandlersOf<'journeys'> {
  const journeys = journeysService(deps.db);
  return {
    searchJourneyDefs: async ({ body, query, lang }) => {
      const now = deps.clock.now();
      const { rows, total } = await journeys.search(body, query, now);
      return { body: rows.map((row) => presentJourney(row, lang, now)), total };
    },
    getJourneyDef: async ({ params, lang }) => ({
      body: presentJourney(await journeys.get(params.id), lang, deps.clock.now()),
    }),
  };
}
