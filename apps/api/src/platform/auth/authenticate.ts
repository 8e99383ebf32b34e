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

/** Timeout of the session lookup in ms; 503 afterwards. */
const answerMs = 5000;
/** Minimum interval in ms between two writes of "session is in use". */
const touchEveryMs = 5 * 60 * 1000;

type Usability = Pick<SessionRow, 'disabledAt' | 'emailConfirmedAt' | 'approvedAt' | 'role'>;

/** Whether the account lacks only the approval of a colleague or the administrator. */
export function isAwaitingApproval(user: Usability): boolean {
  const isOpen = user.disabledAt === null && user.emailConfirmedAt !== null;
  return isOpen && user.role === 'PARTENAIRE' && user.approvedAt === null;
}

/**
 * Refuses an account that may not be used.
 * @throws ApiError ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED or ACCOUNT_PENDING_APPROVAL.
 */
export function requireUsable(user: Usability): void {
  if (user.disabledAt) throw new ApiError('ACCOUNT_DISABLED');
  if (!user.emailConfirmedAt) throw new ApiError('EMAIL_NOT_CONFIRMED');
  if (isAwaitingApproval(user)) throw new ApiError('ACCOUNT_PENDING_APPROVAL');
}

/** Whether the configuration requires a second factor that this person has not enabled. */
export function isSetupDue(
  { role, hasSecondFactor }: { readonly role: string; readonly hasSecondFactor: boolean },
  { agentsSecondFactor }: Pick<Settings, 'agentsSecondFactor'>,
): boolean {
  return role === 'PARTENAIRE' && agentsSecondFactor === 'required' && !hasSecondFactor;
}

/** Sessions last used before this instant have ended by idleness. */
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
 * Resolves a bearer token against the current database state. A token ends with its session or with a change of
 * password. Every bad token gets the same answer.
 * @throws ApiError UNAUTHENTICATED; ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED or ACCOUNT_PENDING_APPROVAL for an unusable
 * account.
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
    /** Whether a person triggered the call, so that the session counts as in use. Default: true. */
    readonly isInUse: boolean;
  },
) => Promise<Actor> {
  const sessions = sessionLookup(deps.db, deps.signals);
  return async (authorization, { isInUse } = { isInUse: true }) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : deps.tokens.verify(token);
    if (!claims) throw new ApiError('UNAUTHENTICATED');
    // A hanging database must not block every caller. Nothing has changed yet.
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
