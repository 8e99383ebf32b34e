/** So many mails leave at an instant (milliseconds since 1970). */
export type Turn = readonly [at: number, mails: number];

const dayMs = 24 * 60 * 60_000;

/**
 * Plans `count` more mails after those that are planned already, in their order, so that at most `perDay` leave in any 24 hours:
 * each leaves at once, or a day after the one that stands `perDay` places before it.
 * @param before the last mails of those planned, the first first
 * @returns the turns of the new mails, and the last `perDay` of all to be kept
 */
export function planMails(
  before: readonly Turn[],
  count: number,
  perDay: number,
  now: number,
): { readonly planned: readonly Turn[]; readonly kept: readonly Turn[] } {
  const queue = before.map(([at, mails]) => ({ at, mails }));
  const planned: { at: number; mails: number }[] = [];
  let standing = queue.reduce((sum, { mails }) => sum + mails, 0);
  /** Takes mails from the head: what leaves follows a day after the last of them. @returns how many, and that instant */
  const passHead = (most: number): { mails: number; at: number } => {
    const [head] = queue;
    if (head === undefined) throw new Error('No mail stands before this one');
    const mails = Math.min(head.mails, most);
    head.mails -= mails;
    if (head.mails === 0) queue.shift();
    standing -= mails;
    return { mails, at: head.at + dayMs };
  };
  // The setting was larger before.
  while (standing > perDay) passHead(standing - perDay);
  for (let left = count; left > 0;) {
    const isFree = standing < perDay;
    const turn = isFree ? { mails: Math.min(perDay - standing, left), at: now } : passHead(left);
    // Never before one that was planned earlier.
    const at = Math.max(now, turn.at, queue.at(-1)?.at ?? now);
    const last = planned.at(-1);
    if (last?.at === at) last.mails += turn.mails;
    else planned.push({ at, mails: turn.mails });
    const end = queue.at(-1);
    if (end?.at === at) end.mails += turn.mails;
    else queue.push({ at, mails: turn.mails });
    standing += turn.mails;
    left -= turn.mails;
  }
  const asTurns = (list: typeof queue): Turn[] => list.map(({ at, mails }) => [at, mails]);
  return { planned: asTurns(planned), kept: asTurns(queue) };
}
