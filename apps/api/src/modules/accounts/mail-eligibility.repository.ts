import type { Db } from '../../platform/database/db.ts';

/** What decides which mails the owner of an address gets; null where no account has it. */
export async function mailEligibility(db: Db, email: string) {
  const user = await db.user.findUnique({
    where: { email },
    select: { emailConfirmedAt: true, disabledAt: true, refusedMails: { select: { kind: true } } },
  });
  return (
    user && {
      isConfirmed: user.emailConfirmedAt !== null,
      isClosed: user.disabledAt !== null,
      refused: user.refusedMails.map(({ kind }) => kind),
    }
  );
}
