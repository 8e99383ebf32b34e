import { dayOf, type Lang, type SimulateForm, type SimulateNordevForm } from '@wasl/contracts';
import type { Details, GeneralDetails, GeneralResult, NordevResult, Scheme } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import { seededDefaultPartnerId } from '../../platform/default-partner.repository.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { labelOf } from '../reference/index.ts';
import { drawReport } from './report/draw-report.ts';
import { generalLists, generalReport } from './report/general-report.ts';
import { nordevLists, nordevReport } from './report/nordev-report.ts';
import type { ReportContent } from './report/report-content.ts';
import { reportWords, type Labels, type ReportWords } from './report/report-words.ts';
import { readGeneralRuleSet, readNordevRuleSet } from './rule-sets.ts';
import { simulationsRepository, type SimulationRow } from './simulations.repository.ts';

export type ReportsDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'settings'>;

// What the service of this module stored: its own forms and results, checked when they were computed.
type Stored<T> = T & object;

function contentOf(scheme: Scheme, row: SimulationRow, words: ReportWords): ReportContent {
  if (scheme === 'general') {
    const { details, ...result } = row.result as Stored<
      GeneralResult & { details: GeneralDetails }
    >;
    const form = row.input as Stored<SimulateForm>;
    return generalReport(
      { form, result, details, ruleSet: readGeneralRuleSet(row.ruleSet) },
      words,
    );
  }
  const { details, ...result } = row.result as Stored<NordevResult & { details: Details }>;
  const form = row.input as Stored<SimulateNordevForm>;
  return nordevReport({ form, result, details, ruleSet: readNordevRuleSet(row.ruleSet) }, words);
}

const numberPrefix = { general: 'PRIME', nordev: 'NORDEV' } as const;
const fileNames = { general: 'simulation_prime', nordev: 'simulation_nordev' } as const;

/** The printed reports of kept simulations: they show what was computed then, and compute nothing. */
export function reportsService({ db, clock, limits, settings }: ReportsDeps) {
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
      const words = reportWords(lang, await labelsOf(scheme, lang));
      const content = await drawReport(
        contentOf(scheme, row, words),
        {
          lang,
          number: `${numberPrefix[scheme]}-${String(row.id).padStart(6, '0')}`,
          day: dayOf(row.createdAt),
          createdAt: row.createdAt,
          owner: actor.name,
          organisation: await organisation(lang),
        },
        words,
      );
      return {
        contentType: 'application/pdf',
        fileName: `${fileNames[scheme]}_${dayOf(clock.now())}.pdf`,
        content,
        size: content.length,
      };
    },
  };
}
