import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { isWithOrganisations } from '../../policies/request-actions.ts';
import { attendanceRepository } from './attendance.repository.ts';
import { requestWrites, system } from './request-writes.repository.ts';
import { settleRequest } from './settle.ts';
import { namedInMail } from './unrouted-mails.ts';

/**
 * Looks for organisations whose last agent went, or where somebody can sign in again, and brings their requests to what
 * that makes of them: those that nobody has begun wait for qualification or go on, turns that were waiting are given.
 * The administrator is told once of an organisation without anybody. Runs every hour and after the administrator's
 * commands on accounts; running it again changes nothing.
 */
export async function reviewAttendance({
  db,
  clock,
  log,
  mail,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>): Promise<void> {
  const attendance = attendanceRepository(db);
  for (const { id: partnerId, title, isAttended } of await attendance.changed()) {
    const requests = await attendance.waitingOn(partnerId);
    const now = clock.now();
    // One at a time: an organisation may have thousands, and nobody else should wait for them.
    for (const { id } of requests) {
      await inTransaction(db, async (tx) => {
        const status = await requestWrites(tx).lock(id);
        if (status !== undefined && isWithOrganisations(status))
          await settleRequest(tx, mail, id, system, now);
      });
    }
    // Noted last: what was broken off is done again.
    await inTransaction(db, async (tx) => {
      if (isAttended) {
        await attendanceRepository(tx).clear(partnerId);
        return;
      }
      if ((await attendanceRepository(tx).note([partnerId], now)) === 0) return;
      await mail.tellAdministrator(tx, 'organisationUnattended', {
        organisation: title,
        partnerId,
        count: requests.length,
        requests: requests.slice(0, namedInMail).map(({ numRequest }) => numRequest),
      });
    });
    log.info({ event: 'attendance changed', partnerId, isAttended, requests: requests.length });
  }
}
