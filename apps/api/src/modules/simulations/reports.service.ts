import { dayOf, type Lang } from '@wasl/contracts';
import { type Scheme, versionLabel } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import { seededDefaultPartnerId } from '../../platform/database/default-partner.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { threadProgram } from '../../platform/threads/threads.ts';
import { labelOf } from '../reference/index.ts';
import { generalLists } from './report/general-report.ts';
import { nordevLists } from './report/nordev-report.ts';
import type { ReportJob } from './report/report-job.ts';
import type { Labels } from './report/report-words.ts';
import { readRuleSet } from './rule-sets.ts';
import { simulationsRepository, type SimulationRow } from './simulations.repository.ts';

export type ReportsDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'settings' | 'threads'>;

const drawReport = threadProgram(import.meta.url, 'report/draw-report');

/** Loads what the first report needs in the drawing thread. */
export async function warmUpReports({ threads }: Pick<Deps, 'threads'>): Promise<void> {
  await threads.run(drawReport, null);
}

const numberPrefix = { general: 'PRIME', nordev: 'NORDEV' } as const;
const fileNames = { general: 'simulation_prime', nordev: 'simulation_nordev' } as const;

const numberOf = ({ id, scheme }: SimulationRow): string =>
  `${numberPrefix[scheme]}-${String(id).padStart(6, '0')}`;

/** PDF reports of saved simulations. They show the stored result without a new calculation. */
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

  async function draw(actor: Actor, row: SimulationRow, lang: Lang): Promise<Buffer> {
    const { scheme, input, result, ruleSet, createdAt } = row;
    const job: ReportJob = {
      ruleSet: readRuleSet(ruleSet),
      simulation: { input, result },
      labels: await labelsOf(scheme, lang),
      head: {
        lang,
        number: numberOf(row),
        day: dayOf(createdAt),
        createdAt,
        owner: actor.name,
        organisation: await organisation(lang),
      },
    };
    return await threads.run(drawReport, job);
  }

  return {
    /**
     * Returns a report of the actor's simulation.
     * @throws ApiError NOT_FOUND when it is absent, of the other simulator or of another person; TOO_MANY_REQUESTS
     * above the hour's quota
     */
    async report(actor: Actor, scheme: Scheme, id: number, lang: Lang): Promise<BinaryReply> {
      await limits.consume('report', { account: actor.userId });
      const row = await repository.find(actor, id);
      if (row?.scheme !== scheme) throw new ApiError('NOT_FOUND');
      const content = await draw(actor, row, lang);
      return {
        contentType: 'application/pdf',
        fileName: `${fileNames[scheme]}_${dayOf(clock.now())}.pdf`,
        content,
        size: content.length,
      };
    },

    /**
     * Returns the report of the actor's simulation as an attachment, with a distinct name.
     * @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS as {@link report}
     */
    async attachable(
      actor: Actor,
      id: number,
      lang: Lang,
    ): Promise<{ bytes: Uint8Array; name: string; rulesVersion: string }> {
      await limits.consume('report', { account: actor.userId });
      const row = await repository.find(actor, id);
      if (row === null) throw new ApiError('NOT_FOUND');
      return {
        bytes: await draw(actor, row, lang),
        name: `${numberOf(row)}_${dayOf(row.createdAt)}.pdf`,
        rulesVersion: versionLabel(row.ruleSet),
      };
    },
  };
}
