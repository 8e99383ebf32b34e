import type { Deps } from '../../platform/deps.ts';
import { cacheable } from '../../platform/http/cacheable.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { publicStatisticsService } from './public-statistics.service.ts';
import { statisticsService } from './statistics.service.ts';

/** The calls of the statistics area. */
export function statisticsHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'limits'>,
): HandlersOf<'statistics'> {
  const statistics = statisticsService(deps);
  const open = publicStatisticsService(deps);
  return {
    getStatistics: async ({ actor, query, lang }) => ({
      body: await statistics.read(actor, query, lang),
    }),
    exportStatistics: ({ actor, query, lang }) =>
      statistics.export(actor, query, query.format, lang),
    getPublicStatistics: async ({ lang }) => cacheable(await open.read(lang), { seconds: 3600 }),
  };
}
