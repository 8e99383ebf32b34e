import type { Lang } from '@wasl/contracts';
import type { MonthReportView } from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { monthFigures, monthReport } from '../statistics/index.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The report of a month, as figures and as a workbook. */
export function monthReportService(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
  return {
    /** @param month `YYYY-MM` */
    async read(month: string, lang: Lang): Promise<MonthReportView> {
      return await monthFigures(deps, month, lang);
    },

    /**
     * @param month `YYYY-MM`
     * @param by e-mail address of the administrator, or a name at the terminal
     */
    async export(month: string, lang: Lang, by: string): Promise<BinaryReply & { steps: number }> {
      const { steps, content } = await monthReport(deps, month, lang);
      await administratorActsRepository(deps.db).record(
        'MONTH_REPORTED',
        {},
        { by, reason: month },
        deps.clock.now(),
      );
      deps.log.info({ event: 'admin.month_reported', by: 'administrator', month, steps });
      return { steps, contentType: workbookType, fileName: `wasl-${month}.xlsx`, content };
    },
  };
}
