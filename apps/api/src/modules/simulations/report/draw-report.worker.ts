import { done, type Done } from '../../../platform/threads/done.ts';
import { reportBytes, type ReportJob } from './report-job.ts';
import { warmUpReports } from './warm-up.ts';

/** Draws a report; with no job it only reads what the first one would wait for. */
export default async function drawInThread(job: ReportJob | null): Promise<Done> {
  return await done(async () => {
    if (job !== null) return await reportBytes(job);
    await warmUpReports();
    return new Uint8Array();
  });
}
