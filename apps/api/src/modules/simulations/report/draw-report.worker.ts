import { done, type Done } from '../../../platform/threads/done.ts';
import { reportBytes, type ReportJob } from './report-job.ts';
import { warmUpReports } from './warm-up.ts';

/** Draws a report. Without a job it only loads what the first report needs. */
export default async function drawInThread(job: ReportJob | null): Promise<Done> {
  return await done(async () => {
    if (job !== null) return await reportBytes(job);
    await warmUpReports();
    return new Uint8Array();
  });
}
