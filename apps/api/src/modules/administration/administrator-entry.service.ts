import { inTransaction } from '../../platform/database/db.ts';
import {
  browserSeconds,
  type AdministrationCookies as EntryCookies,
  type AdministrationVisit,
} from '../../platform/http/administration-router.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { entriesRepository, newSecret } from './entries.repository.ts';

export type EntryDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'settings'>;

const minuteMs = 60_000;
/** A session ends after this time without a call. */
const idleMs = 30 * minuteMs;
/** Minimum interval between two writes of "session is in use". */
const touchEveryMs = minuteMs;

/** How a browser becomes one of an administrator, and who calls in it. */
export function administratorEntry(deps: EntryDeps) {
  const { db, clock, log, limits } = deps;

  /** @returns null without a live session of this administrator */
  async function liveSession(cookies: EntryCookies, administratorId: string) {
    const { session } = cookies;
    if (session === null) return null;
    const found = await entriesRepository(db).findSession(session);
    const now = clock.now();
    const isLive =
      found !== null &&
      found.administrator.id === administratorId &&
      found.expiresAt > now &&
      now.getTime() - found.lastSeenAt.getTime() < idleMs;
    return isLive ? found : null;
  }

  return {
    /** Whether a link can be used. Beyond the limit of the address it looks unknown, as every other address. */
    async isLink(secret: string, address: string): Promise<boolean> {
      if (!(await limits.tryConsume('administratorLink', { address }))) return false;
      const isLink = await entriesRepository(db).isLink(secret, clock.now());
      if (isLink) await limits.forgive('administratorLink', { address });
      return isLink;
    },

    /**
     * Registers the browser that opens a link.
     * @returns the secret of its cookie; null for a link that is unknown, used or expired
     */
    async openLink(secret: string, address: string): Promise<string | null> {
      if (!(await limits.tryConsume('administratorLink', { address }))) return null;
      const now = clock.now();
      const opened = await inTransaction(db, async (tx) => {
        const entries = entriesRepository(tx);
        const link = await entries.useLink(secret, now);
        if (link === null) return null;
        const { administratorId, isReset, expiresAt } = link;
        const browser = newSecret();
        const setUpUntil = isReset ? expiresAt : null;
        await entries.addBrowser(administratorId, browser, { now, setUpUntil });
        return { administratorId, browser };
      });
      if (opened === null) return null;
      await limits.forgive('administratorLink', { address });
      const { administratorId, browser } = opened;
      log.info({ event: 'administrator.browser_added', administratorId });
      return browser;
    },

    /** The administrator of a call. @returns null in an unknown browser */
    async identify(cookies: EntryCookies): Promise<AdministrationVisit | null> {
      const { browser, session } = cookies;
      const entries = entriesRepository(db);
      const found = browser === null ? null : await entries.findBrowser(browser);
      if (found === null || found.administrator.suspendedAt !== null) return null;
      const { id, email, name } = found.administrator;
      const live = await liveSession(cookies, id);
      const now = clock.now();
      if (
        live !== null &&
        session !== null &&
        now.getTime() - live.lastSeenAt.getTime() > touchEveryMs
      )
        await entries.touchSession(session, now);
      return { actor: { id, email, name }, isSignedIn: live !== null };
    },
  };
}

/** Removes expired links, sessions and browsers. */
export async function forgetEndedEntries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  await entriesRepository(db).removeEnded({
    now,
    lastSeenAt: ago(idleMs),
    browserAddedAt: ago(browserSeconds * 1000),
  });
}
