import type { Db } from '../../platform/db.ts';

const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;

/** When the mails of an import leave: the nth, from 0, so many minutes from now. */
export type MailDays = (n: number) => number;

/**
 * Takes the places of `count` mails to people whom the organisation does not know: at most `perDay` of it leave in a day (24
 * hours from the first), what is more waits for the days after. Call it outside of the import's transaction, so that two imports
 * of an organisation do not wait for one another; the places of one that fails stay unused.
 */
export async function takeMailDays(
  db: Db,
  {
    partnerId,
    count,
    perDay,
    now,
  }: { partnerId: number; count: number; perDay: number; now: Date },
): Promise<MailDays> {
  // `mails`: how many are planned since `begun_at`. When the last day of them is over, the days begin anew.
  const [row] = await db.$queryRaw<{ begunAt: Date; mails: number }[]>`
    INSERT INTO import_mail_days AS d (partner_id, begun_at, mails) VALUES (${partnerId}, ${now}, ${count})
    ON CONFLICT (partner_id) DO UPDATE SET
      begun_at = CASE WHEN d.begun_at + ceil(d.mails::numeric / ${perDay}::int) * interval '1 day' <= ${now}::timestamptz
        THEN ${now}::timestamptz ELSE d.begun_at END,
      mails = ${count}::int + CASE WHEN d.begun_at + ceil(d.mails::numeric / ${perDay}::int) * interval '1 day' <= ${now}::timestamptz
        THEN 0 ELSE d.mails END
    RETURNING begun_at AS "begunAt", mails`;
  if (row === undefined) throw new Error('The days of mails answered nothing');
  const first = row.mails - count;
  const sinceMs = now.getTime() - row.begunAt.getTime();
  return (n) => {
    const leavesMs = Math.floor((first + n) / perDay) * dayMs - sinceMs;
    return Math.max(0, Math.ceil(leavesMs / minuteMs));
  };
}
