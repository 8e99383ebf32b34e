import { Readable } from 'node:stream';

import {
  boundsOfDay,
  type ExportFormat,
  type Lang,
  type OrganisationStatistics,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { csvStream, xlsxStream } from '../../platform/spreadsheets/table-stream.ts';
import { countedPeriod } from './rules/counted-period.ts';
import { presentStatistics, statisticsRows } from './statistics.presenter.ts';
import { statisticsRepository } from './statistics.repository.ts';
import { statisticsCatalogue, statisticsColumns } from './words/index.ts';

/** Two days, `YYYY-MM-DD`, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

export function statisticsService({ db, clock, limits }: Pick<Deps, 'db' | 'clock' | 'limits'>) {
  const repository = statisticsRepository(db);

  async function of(
    partnerId: number,
    { from, to }: Days,
    lang: Lang,
  ): Promise<OrganisationStatistics> {
    const period = countedPeriod(from, to);
    const { start, end } = period;
    const months = period.months.map((month) => boundsOfDay(month.from).start);
    const figures = await repository.figures(partnerId, { start, end, months }, clock.now());
    return presentStatistics(figures, period, lang);
  }

  return {
    /** The figures of any organisation, for the administrator. */
    of,

    /** The figures of the agent's organisation. */
    read: (actor: Actor, days: Days, lang: Lang): Promise<OrganisationStatistics> =>
      of(actor.partnerId ?? -1, days, lang),

    /** The same as a file. @throws ApiError TOO_MANY_REQUESTS */
    async export(actor: Actor, days: Days, format: ExportFormat, lang: Lang): Promise<BinaryReply> {
      await limits.consume('export', { account: actor.userId });
      const t = statisticsCatalogue.in(lang);
      const figures = await of(actor.partnerId ?? -1, days, lang);
      const table = {
        sheetName: t('sheet').slice(0, 31),
        isRightToLeft: lang === 'ar',
        columns: statisticsColumns.map(({ key, width }) => ({ title: t(`column.${key}`), width })),
        batches: [statisticsRows(figures, t)],
      };
      return {
        contentType: contentTypes[format],
        fileName: `statistiques_${days.from}_${days.to}.${format}`,
        content: Readable.from(format === 'csv' ? csvStream(table) : xlsxStream([table])),
      };
    },
  };
}
