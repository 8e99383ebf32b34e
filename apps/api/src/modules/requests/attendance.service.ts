import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { isWithOrganisations } from '../../policies/request-actions.ts';
import { attendanceRepository } from './attendance.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import { recalculateRequest } from './recalculate.ts';

/**
 * Finds organisations that lost their last agent or have one again, and recalculates their requests. Untouched requests
 * wait for qualification or continue, and pending steps are assigned. The administrator is notified once for each
 * unattended organisation. Runs every hour and after the administrator's commands on accounts; it is idempotent.
 */
export async function reviewAttendance(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>,
): Promise<void> {
  const { db, log } = deps;
  const attendance = attendanceRepository(db);
  for (const { id: partnerId, title, isAttended } of await attendance.changed()) {
    const requests = await attendance.waitingOn(partnerId);
    // One transaction per request: an organisation may have thousands, and other transactions should not wait for all
    // of them.
    for (const { id } of requests) {
      await inAct(deps, system, async (act) => {
        const status = await requestWrites(act.tx).lock(id);
        if (status !== undefined && isWithOrganisations(status)) await recalculateRequest(act, id);
      });
    }
    // Marks the organisation last, so that an interrupted run is repeated.
    await inAct(deps, system, async (act) => {
      const noted = attendanceRepository(act.tx);
      if (isAttended) {
        await noted.clear(partnerId);
        return;
      }
      if ((await noted.note([partnerId], act.now)) === 0) return;
      act.record({
        type: 'organisation.unattended',
        organisation: title,
        partnerId,
        numbers: requests.map(({ numRequest }) => numRequest),
      });
    });
    log.info({
      event: 'organisation.attendance_changed',
      partnerId,
      isAttended,
      requests: requests.length,
    });
  }
}
