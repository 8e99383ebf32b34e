import { displayName } from '../database/person-name.ts';
import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import { within } from '../program/deadline.ts';
import type { Settings } from '../settings/env.ts';
import { ApiError } from '../http/api-error.ts';
import type { Signals } from '../database/signals.ts';
import type { Actor } from './actor.ts';
import type { SessionTokens } from './session-tokens.ts';
import { sessionLookup } from './session-lookup.ts';
import type { SessionRow } from './sessions.repository.ts';

/** Milliseconds within which the database must tell who calls; 503 after that. */
const answerMs = 5000;
/** Milliseconds between two notes that a session is in use. */
const touchEveryMs = 5 * 60 * 1000;

type Usability = Pick<SessionRow, 'disabledAt' | 'emailConfirmedAt' | 'approvedAt' | 'role'>;

/** Whether the approval of a colleague or the administrator is all that the account lacks. */
export function isAwaitingApproval(user: Usability): boolean {
  const isOpen = user.disabledAt === null && user.emailConfirmedAt !== null;
  return isOpen && user.role === 'PARTENAIRE' && user.approvedAt === null;
}

/**
 * Refuses an account that may not be used (yet, or any more).
 * @throws ApiError ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED or ACCOUNT_PENDING_APPROVAL.
 */
export function requireUsable(user: Usability): void {
  if (user.disabledAt) throw new ApiError('ACCOUNT_DISABLED');
  if (!user.emailConfirmedAt) throw new ApiError('EMAIL_NOT_CONFIRMED');
  if (isAwaitingApproval(user)) throw new ApiError('ACCOUNT_PENDING_APPROVAL');
}

/** Whether the configuration asks this person for a second factor that they have not turned on. */
export function isSetupDue(
  { role, hasSecondFactor }: { readonly role: string; readonly hasSecondFactor: boolean },
  { agentsSecondFactor }: Pick<Settings, 'agentsSecondFactor'>,
): boolean {
  return role === 'PARTENAIRE' && agentsSecondFactor === 'required' && !hasSecondFactor;
}

/** Before when a session must have been used last to have ended by now: its person has done nothing for the idle time. */
export function idleSince(
  now: Date,
  { sessionIdleMinutes }: Pick<Settings, 'sessionIdleMinutes'>,
): Date {
  return new Date(now.getTime() - sessionIdleMinutes * 60_000);
}

const isIdle = (
  { lastSeenAt }: SessionRow,
  now: Date,
  settings: Pick<Settings, 'sessionIdleMinutes'>,
): boolean => lastSeenAt < idleSince(now, settings);

/**
 * Tells who a bearer token names, from the database as it is now: a token outlives neither its session
 * nor a change of password. Every bad token is answered alike.
 * @throws ApiError UNAUTHENTICATED; ACCOUNT_DISABLED and its like for an account that may not be used.
 */
export function authenticator(deps: {
  db: Db;
  clock: Clock;
  tokens: SessionTokens;
  signals: Signals;
  settings: Pick<Settings, 'agentsSecondFactor' | 'sessionIdleMinutes'>;
}): (
  authorization: string | undefined,
  options?: {
    /** Whether a person is behind the call: the session is noted as in use. It is unless told. */
    readonly isInUse: boolean;
  },
) => Promise<Actor> {
  const sessions = sessionLookup(deps.db, deps.signals);
  return async (authorization, { isInUse } = { isInUse: true }) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : deps.tokens.verify(token);
    if (!claims) throw new ApiError('UNAUTHENTICATED');
    // A database that hangs must not make every caller hang with it; nothing has been changed yet.
    const cached = await within(answerMs, sessions.find(claims.sid));
    const now = deps.clock.now();
    const row =
      cached !== undefined && isIdle(cached, now, deps.settings)
        ? await within(answerMs, sessions.reload(claims.sid))
        : cached;
    const isLive =
      row !== undefined &&
      row.endedAt === null &&
      row.expiresAt > now &&
      !isIdle(row, now, deps.settings) &&
      row.userId === claims.uid &&
      row.sessionVersion === claims.ver &&
      row.role === claims.role;
    if (!isLive) throw new ApiError('UNAUTHENTICATED');
    requireUsable(row);
    if (isInUse && now.getTime() - row.lastSeenAt.getTime() > touchEveryMs)
      await sessions.touch(claims.sid, now);
    return {
      isKey: false,
      userId: row.userId,
      email: row.email,
      role: row.role,
      partnerId: row.partnerId,
      isResponsible: row.role === 'PARTENAIRE' && row.isResponsible,
      name: displayName(row),
      sessionId: claims.sid,
      lang: row.lang,
      isSetupDue: isSetupDue(row, deps.settings),
    };
  };
}
