import type { Act } from '../../events/act.ts';
import {
  accountTokensRepository,
  invitationSeconds,
} from '../../platform/auth/account-tokens.repository.ts';
import type { PrismaClient } from '../../platform/database/db.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importsRepository } from './imports.repository.ts';
import { takeMailDays } from './mail-days.repository.ts';

/** People per batch, so that memory does not grow with the file. */
const batch = 2000;

/**
 * Asks everyone whose agreement an imported file needs: one mail and one notice per person, unless the organisation
 * asked them within a day. At most `perDay` mails of the organisation leave in a day. Call it when every line is
 * written. People whose accounts the filing opened get the link of a first password with it.
 * @returns minutes until the last mail leaves
 */
export async function askForAgreement(
  act: Act,
  importId: number,
  {
    db,
    partnerId,
    perDay,
    opened,
  }: { db: PrismaClient; partnerId: number; perDay: number; opened: readonly string[] },
): Promise<number> {
  const { tx, now } = act;
  const filed = filedRequestsRepository(tx);
  if (!(await filed.hasWaiting(importId))) return 0;
  // Of two concurrent files, the second reads after the first has asked.
  await filed.lockAsking(partnerId);
  const organisation = await importsRepository(tx).organisation(partnerId);
  let longestWait = 0;
  let after: string | null = null;
  for (;;) {
    const people = await filed.peopleToAsk(importId, partnerId, after, batch);
    if (people.length === 0) return longestWait;
    const minutesOf = await takeMailDays(db, { partnerId, count: people.length, perDay, now });
    longestWait = minutesOf(people.length - 1);
    const invited = people.filter(({ id }) => opened.includes(id)).map(({ id }) => id);
    // The lifetime starts when the mail leaves.
    const seconds = invitationSeconds + longestWait * 60;
    const tokens = await accountTokensRepository(tx).issueMany('INVITATION', invited, {
      now,
      seconds,
    });
    act.record(
      ...people.map(({ count, requestId, ...person }, index) => ({
        type: 'agreement.asked' as const,
        person,
        organisation,
        partnerId,
        count,
        requestId,
        waitMinutes: minutesOf(index),
        invitation: tokens.get(person.id) ?? null,
      })),
    );
    await act.finish();
    const last = people.at(-1);
    if (last === undefined || people.length < batch) return longestWait;
    after = last.id;
  }
}
