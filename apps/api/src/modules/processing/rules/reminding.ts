import { dayOf, reminderDays } from '@wasl/contracts';

const reminderMs = reminderDays * 24 * 60 * 60 * 1000;

/** A person whose last reminder is not later than this may be reminded now. */
export const reminderAllowedSince = (now: Date): Date => new Date(now.getTime() - reminderMs);

/** The reminder that an agent may send about the documents of a step. */
export function reminderOf(
  remindedAt: Date | null,
  now: Date,
): { readonly isPossible: boolean; readonly lastOn: string | null } {
  return {
    isPossible: remindedAt === null || remindedAt <= reminderAllowedSince(now),
    lastOn: remindedAt === null ? null : dayOf(remindedAt),
  };
}
