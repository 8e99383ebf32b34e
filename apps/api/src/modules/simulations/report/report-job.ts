import type { SimulateForm, SimulateNordevForm } from '@wasl/contracts';
import type { Details, GeneralDetails, GeneralResult, NordevResult, RuleSet } from '@wasl/premium';

import type { SimulationRow } from '../simulations.repository.ts';
import { drawReport, type ReportHead } from './draw-report.ts';
import { generalReport } from './general-report.ts';
import { nordevReport } from './nordev-report.ts';
import type { ReportContent } from './report-content.ts';
import { reportWords, type Labels, type ReportWords } from './report-words.ts';

/** The inputs of drawing a report. All of them can be copied to another thread. */
export interface ReportJob {
  /** The rules of the calculation. The service reads them, because the drawing thread has no database client. */
  readonly ruleSet: RuleSet;
  readonly simulation: Pick<SimulationRow, 'input' | 'result'>;
  readonly labels: Labels;
  readonly head: ReportHead;
}

// Forms and results that this module stored, checked when they were computed.
type Stored<T> = T & object;

function contentOf({ ruleSet, simulation }: ReportJob, words: ReportWords): ReportContent {
  if (ruleSet.scheme === 'general') {
    const { details, ...result } = simulation.result as Stored<
      GeneralResult & { details: GeneralDetails }
    >;
    const form = simulation.input as Stored<SimulateForm>;
    return generalReport({ form, result, details, ruleSet }, words);
  }
  const { details, ...result } = simulation.result as Stored<NordevResult & { details: Details }>;
  const form = simulation.input as Stored<SimulateNordevForm>;
  return nordevReport({ form, result, details, ruleSet }, words);
}

export async function reportBytes(job: ReportJob): Promise<Buffer> {
  const words = reportWords(job.head.lang, job.labels);
  return await drawReport(contentOf(job, words), job.head, words);
}
