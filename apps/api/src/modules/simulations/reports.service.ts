import { dayOf, type Lang } from '@wasl/contracts';
import type { Scheme } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import { seededDefaultPartnerId } from '../../platform/default-partner.repository.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { threadProgram } from '../../platform/threads/threads.ts';
import { labelOf } from '../reference/index.ts';
import { generalLists } from './report/general-report.ts';
import { nordevLists } from './report/nordev-report.ts';
import type { ReportJob } from './report/report-job.ts';
import type { Labels } from './report/report-words.ts';
import { simulationsRepository } from './simulations.repository.ts';

export type ReportsDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'settings' | 'threads'>;

const drawReport = threadProgram(import.meta.url, 'report/draw-report');

/** Reads what the first report would wait for, in the thread that draws it. */
export async function warmUpReports({ threads }: Pick<Deps, 'threads'>): Promise<void> {
  await threads.run(drawReport, null);
}

const numberPrefix = { general: 'PRIME', nordev: 'NORDEV' } as const;
const fileNames = { general: 'simulation_prime', nordev: 'simulation_nordev' } as const;

/** The printed reports of kept simulations: they show what was computed then, and compute nothing. */
export function reportsService({ db, clock, limits, settings, threads }: ReportsDeps) {
  const repository = simulationsRepository(db);

  async function labelsOf(scheme: Scheme, lang: Lang): Promise<Labels> {
    const lists = Object.values(scheme === 'general' ? generalLists : nordevLists);
    const labels = new Map<string, Map<string, string>>();
    for (const { parent, ...item } of await repository.itemsOfLists(lists)) {
      const list = labels.get(parent) ?? new Map<string, string>();
      labels.set(parent, list.set(item.code, labelOf(item, lang)));
    }
    return labels;
  }

  async function organisation(lang: Lang): Promise<string | null> {
    const id = settings.defaultPartnerId ?? (await seededDefaultPartnerId(db));
    return id === null ? null : await repository.organisationTitle(id, lang);
  }

  return {
    /**
     * A report of the actor's own simulation, in the language.
     * @throws ApiError NOT_FOUND when it is absent, of the other simulator or not theirs; TOO_MANY_REQUESTS above the
     *   hour's quota
     */
    async report(actor: Actor, scheme: Scheme, id: number, lang: Lang): Promise<BinaryReply> {
      await limits.consume('report', { account: actor.userId });
      const row = await repository.find(actor, scheme, id);
      if (!row) throw new ApiError('NOT_FOUND');
      const { input, result, ruleSet, createdAt } = row;
      const job: ReportJob = {
        scheme,
        kept: { input, result, ruleSet },
        labels: await labelsOf(scheme, lang),
        head: {
          lang,
          number: `${numberPrefix[scheme]}-${String(row.id).padStart(6, '0')}`,
          day: dayOf(createdAt),
          createdAt,
          owner: actor.name,
          organisation: await organisation(lang),
        },
      };
      const content = await threads.run(drawReport, job);
      return {
        contentType: 'application/pdf',
        fileName: `${fileNames[scheme]}_${dayOf(clock.now())}.pdf`,
        content,
        size: content.length,
      };
    },
  };
}
