import type { Deps } from '../../platform/program/deps.ts';
import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { endUnconfirmed, eraseDueAccounts } from '../accounts/index.ts';
import { forgetEndedEntries } from '../administration/index.ts';
import { endWithoutMaker } from '../integrations/index.ts';
import { applyAbsences } from '../processing/index.ts';
import {
  draftsService,
  emptyDeletedRequests,
  openStepsRepository,
  reviewAttendance,
} from '../requests/index.ts';
import { sharesService } from '../simulations/index.ts';
import { writeMorningMails } from './morning.service.ts';

const everyFiveMinutes = { everySeconds: 5 * 60, firstAfterSeconds: 0 };
const everyHour = { everySeconds: 60 * 60, firstAfterSeconds: 60 * 60 };

/** All scheduled jobs of the portal. `admin jobs` and the metrics use their names. */
export function portalJobs(deps: Deps): Job[] {
  return [
    { name: 'absences', ...everyFiveMinutes, run: () => applyAbsences(deps) },
    {
      name: 'makers-left',
      everySeconds: 60,
      firstAfterSeconds: 0,
      run: () => endWithoutMaker(deps),
    },
    { name: 'morning-mails', ...everyFiveMinutes, run: () => writeMorningMails(deps) },
    { name: 'open-steps', ...everyFiveMinutes, run: () => openStepsRepository(deps.db).addUp() },
    {
      name: 'housekeeping',
      ...everyHour,
      run: async () => {
        await forgetEndedEntries(deps);
        await runHousekeeping(deps);
      },
    },
    {
      name: 'erasures',
      ...everyHour,
      run: async () => {
        await eraseDueAccounts(deps);
        await endUnconfirmed(deps);
        // Runs afterwards: an erased agent may have been the last of the organisation.
        await reviewAttendance(deps);
      },
    },
    { name: 'deleted-requests', ...everyHour, run: () => emptyDeletedRequests(deps) },
    { name: 'ended-shares', ...everyHour, run: () => sharesService(deps).forgetEnded() },
    { name: 'old-drafts', ...everyHour, run: () => draftsService(deps).forgetOld() },
  ];
}
