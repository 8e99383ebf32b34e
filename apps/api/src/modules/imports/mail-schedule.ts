/** A number of mails that leave at an instant (milliseconds since 1970). */
export type MailBatch = readonly [at: number, mails: number];

const dayMs = 24 * 60 * 60_000;

/**
 * Plans `count` more mails after the planned ones, so that at most `perDay` leave in any 24 hours. Each leaves at once,
 * or a day after the mail `perDay` places before it.
 * @param before the last planned mails, earliest first
 * @returns the new mails, and the last `perDay` planned mails to store
 */
export function planMails(
  before: readonly MailBatch[],
  count: number,
  perDay: number,
  now: number,
): { readonly planned: readonly MailBatch[]; readonly stored: readonly MailBatch[] } {
  const queue = before.map(([at, mails]) => ({ at, mails }));
  const planned: { at: number; mails: number }[] = [];
  let queued = queue.reduce((sum, { mails }) => sum + mails, 0);
  /** Removes mails from the head; the next mails leave a day later. @returns their number, and that instant */
  const passHead = (most: number): { mails: number; at: number } => {
    const [head] = queue;
    if (head === undefined) throw new Error('No mail stands before this one');
    const mails = Math.min(head.mails, most);
    head.mails -= mails;
    if (head.mails === 0) queue.shift();
    queued -= mails;
    return { mails, at: head.at + dayMs };
  };
  // The setting was larger before.
  while (queued > perDay) passHead(queued - perDay);
  for (let left = count; left > 0;) {
    const isFree = queued < perDay;
    const batch = isFree ? { mails: Math.min(perDay - queued, left), at: now } : passHead(left);
    // Never before a mail that was planned earlier.
    const at = Math.max(now, batch.at, queue.at(-1)?.at ?? now);
    const last = planned.at(-1);
    if (last?.at === at) last.mails += batch.mails;
    else planned.push({ at, mails: batch.mails });
    const end = queue.at(-1);
    if (end?.at === at) end.mails += batch.mails;
    else queue.push({ at, mails: batch.mails });
    queued += batch.mails;
    left -= batch.mails;
  }
  const asBatches = (list: typeof queue): MailBatch[] => list.map(({ at, mails }) => [at, mails]);
  return { planned: asBatches(planned), stored: asBatches(queue) };
}
