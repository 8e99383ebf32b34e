import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { isWithOrganisations } from '../../policies/request-actions.ts';
import { attendanceRepository } from './attendance.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import { settleRequest } from './settle.ts';

/**
 * Looks for organisations whose last agent went, or where somebody can sign in again, and brings their requests to what
 * that makes of them: those that nobody has begun wait for qualification or go on, turns that were waiting are given.
 * The administrator is told once of an organisation without anybody. Runs every hour and after the administrator's
 * commands on accounts; running it again changes nothing.
 */
export async function reviewAttendance(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>,
): Promise<void> {
  const { db, log } = deps;
  const attendance = attendanceRepository(db);
  for (const { id: partnerId, title, isAttended } of await attendance.changed()) {
    const requests = await attendance.waitingOn(partnerId);
    // One at a time: an organisation may have thousands, and nobody else should wait for them.
    for (const { id } of requests) {
      await inAct(deps, system, async (act) => {
        const status = await requestWrites(act.tx).lock(id);
        if (status !== undefined && isWithOrganisations(status)) await settleRequest(act, id);
      });
    }
    // Noted last: what was broken off is done again.
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
    log.info({ event: 'attendance changed', partnerId, isAttended, requests: requests.length });
  }
}
