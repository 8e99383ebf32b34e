import type { Endpoints, Lang, ResponseOf } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { deadlinesRepository, loadStatusLabels } from '../requests/index.ts';
import { todayRepository, type Today } from './today.repository.ts';
import { presentWorklistRow } from './worklist.presenter.ts';

export function todayService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /**
     * What waits for the agent today.
     * @param files number of files of each part, 0 for the counts alone
     */
    async of(actor: Actor, files: number, lang: Lang): Promise<ResponseOf<Endpoints['getToday']>> {
      const now = clock.now();
      const [today, labels, holidays] = await Promise.all([
        todayRepository(db).today(actor, files, now),
        loadStatusLabels(db),
        deadlinesRepository(db).holidays(),
      ]);
      const reading = { actor, lang, now, labels, holidays };
      const part = ({ count, files: rows }: Today[keyof Today]) => ({
        count,
        files: rows.map((row, index) => presentWorklistRow(row, index, reading, row.work)),
      });
      return {
        answers: part(today.answers),
        documents: part(today.documents),
        late: part(today.late),
        unowned: part(today.unowned),
      };
    },
  };
}
