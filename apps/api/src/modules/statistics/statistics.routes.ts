import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { statisticsService } from './statistics.service.ts';

export function statisticsHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'limits'>,
): HandlersOf<'statistics'> {
  const statistics = statisticsService(deps);
  return {
    getStatistics: async ({ actor, query, lang }) => ({
      body: await statistics.read(actor, query, lang),
    }),
    exportStatistics: ({ actor, query, lang }) =>
      statistics.export(actor, query, query.format, lang),
  };
}
