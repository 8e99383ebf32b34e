import { createHash, randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import { retention } from '../jobs/retention.ts';
import { ownCookie, readOwnCookie } from './own-cookies.ts';

/** Browsers stored for each person; the most recently seen ones stay. */
const mostDevices = 50;
const cookieName = 'wasl-device';
const form = /^[\w-]{32}$/;

/** The device secret in the browser's cookie; null where it has none. */
export function deviceOf(cookies: string | undefined, publicUrl: string): string | null {
  const value = readOwnCookie(cookies, cookieName, publicUrl);
  return value !== undefined && form.test(value) ? value : null;
}

export function newDevice(): string {
  return randomBytes(24).toString('base64url');
}

/** The `Set-Cookie` header for the secret. Scripts cannot read it, and other sites cannot send it. */
export function deviceCookie(device: string, publicUrl: string): Record<string, string> {
  const maxAge = retention.knownBrowsers.days * 24 * 3600;
  return ownCookie({ name: cookieName, value: device, path: '/api', maxAge }, publicUrl);
}

const hashOf = (device: string): string => createHash('sha256').update(device).digest('hex');

/**
 * Browsers in which a person has signed in before. They do not authenticate. They exempt their owner from limits that
 * strangers can exhaust, and from the mail about a new browser.
 */
export function knownDevicesRepository(db: Db) {
  return {
    async isKnown(email: string, device: string): Promise<boolean> {
      const row = await db.knownDevice.findFirst({
        where: { hash: hashOf(device), user: { email } },
        select: { userId: true },
      });
      return row !== null;
    },

    /** Records a sign-in. Returns true when the person has signed in elsewhere, but never in this browser. */
    async note(userId: string, device: string, now: Date): Promise<boolean> {
      const own = build.selectFrom('known_devices').where('user_id', '=', userId);
      const noted = build
        .insertInto('known_devices')
        .values({ user_id: userId, hash: hashOf(device), created_at: now, last_seen_at: now })
        .onConflict((one) =>
          one
            .columns(['user_id', 'hash'])
            .doUpdateSet((eb) => ({ last_seen_at: eb.ref('excluded.last_seen_at') })),
        )
        .returning([
          sql<boolean>`xmax = 0`.as('isNew'),
          sql<number>`${own.select(sql`count(*)::int`.as('count'))}`.as('before'),
        ]);
      const [{ isNew, before } = { isNew: false, before: 0 }] = await rows(db, noted);
      if (isNew && before >= mostDevices) {
        const latest = own.orderBy('last_seen_at', 'desc').orderBy('hash').limit(mostDevices);
        const excess = build
          .deleteFrom('known_devices')
          .where('user_id', '=', userId)
          .where('hash', 'not in', latest.select('hash'));
        await rows(db, excess);
      }
      return isNew && before > 0;
    },

    /** After a change of password only the browser where it was chosen stays known. */
    async forgetOthers(userId: string, device: string | null): Promise<void> {
      const hash = { not: device === null ? '' : hashOf(device) };
      await db.knownDevice.deleteMany({ where: { userId, hash } });
    },

    async removeUnseenSince(day: Date): Promise<void> {
      await db.knownDevice.deleteMany({ where: { lastSeenAt: { lt: day } } });
    },
  };
}
