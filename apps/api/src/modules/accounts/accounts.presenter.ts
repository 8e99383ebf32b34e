import { consentVersion, dayOf, type SessionView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import { isSetupDue } from '../../platform/auth/authenticate.ts';
import type { OwnSession } from '../../platform/auth/sessions.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { retention } from '../../platform/jobs/retention.ts';
import type { AccountForSignIn } from './accounts.repository.ts';

const graceDays = retention.demandedErasures.days;

/** When an account is erased whose owner asked for it at `askedAt`. */
export function deletionDueAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + graceDays * 24 * 60 * 60 * 1000);
}

/** Erasures that were asked for at or before this instant are due. */
export function deletionDueBefore(now: Date): Date {
  return new Date(now.getTime() - graceDays * 24 * 60 * 60 * 1000);
}

/** Presents a new session. Its token contains the account, the role and the end. */
export function presentSession(
  { tokens, settings }: Pick<Deps, 'tokens' | 'settings'>,
  account: AccountForSignIn,
  session: { readonly id: string; readonly startedAt: Date; readonly expiresAt: Date },
) {
  return {
    token: tokens.sign({
      email: account.email,
      name: displayName(account),
      role: account.role,
      userId: account.id,
      sessionId: session.id,
      sessionVersion: account.sessionVersion,
      startedAt: session.startedAt,
      expiresAt: session.expiresAt,
      isSetupDue: isSetupDue(
        {
          role: account.role,
          hasSecondFactor: (account.secondFactor?.confirmedAt ?? null) !== null,
        },
        settings,
      ),
      isConsentDue: (account.consents[0]?.version ?? 0) < consentVersion,
      deletionDueOn:
        account.deletionAskedAt === null ? null : dayOf(deletionDueAt(account.deletionAskedAt)),
    }),
  };
}

export function presentOwnSession(session: OwnSession, currentId: string): SessionView {
  return {
    id: session.id,
    isCurrent: session.id === currentId,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}
