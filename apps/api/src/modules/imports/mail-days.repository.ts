import { inTransaction, type PrismaClient } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { planMails, type MailBatch } from './mail-schedule.ts';

const minuteMs = 60_000;

/** Returns the minutes until the nth mail of an import leaves; n starts at 0. */
export type MailDays = (n: number) => number;

/**
 * Reserves places for `count` mails to people unknown to the organisation: at most `perDay` leave in any 24 hours, and
 * the rest is delayed ({@link planMails}). Call it outside of the import's transaction, so that two imports of an
 * organisation do not block each other. Places of a failed import stay unused.
 */
export async function takeMailDays(
  db: PrismaClient,
  {
    partnerId,
    count,
    perDay,
    now,
  }: { partnerId: number; count: number; perDay: number; now: Date },
): Promise<MailDays> {
  const planned = await inTransaction(db, async (tx) => {
    const where = { partnerId };
    const lock = build
      .insertInto('import_mail_days')
      .values({ partner_id: partnerId, begun_at: now, mails: 0 })
      .onConflict((one) =>
        one.column('partner_id').doUpdateSet((eb) => ({ mails: eb.ref('import_mail_days.mails') })),
      );
    await rows(tx, lock);
    // The statement above locks the row, so another import of the organisation plans after this commit.
    const { turns } = await tx.importMailDays.findUniqueOrThrow({ where, select: { turns: true } });
    const plan = planMails(turns as unknown as MailBatch[], count, perDay, now.getTime());
    await tx.importMailDays.update({
      where,
      data: { turns: plan.stored.map((batch) => [...batch]) },
      select: { partnerId: true },
    });
    return plan.planned;
  });
  let first = 0;
  const steps = planned.map(([at, mails]) => {
    first += mails;
    return { before: first, minutes: Math.max(0, Math.ceil((at - now.getTime()) / minuteMs)) };
  });
  return (n) => steps.find(({ before }) => n < before)?.minutes ?? 0;
}
