import { randomBytes } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';
import {
  administratorColumns,
  hashOf,
  type AdministratorRow,
} from './administrators.repository.ts';

/** A secret of a link or a cookie: 256 bits, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export interface BrowserRow {
  readonly administrator: AdministratorRow;
  readonly setUpUntil: Date | null;
}

export interface SessionRow {
  readonly administrator: AdministratorRow;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

const usableLink = (secret: string, now: Date) => ({
  hash: hashOf(secret),
  usedAt: null,
  expiresAt: { gt: now },
  administrator: { suspendedAt: null },
});

/** Links, browsers and sessions of administrators. */
export function entriesRepository(db: Db) {
  return {
    async addLink(
      administratorId: string,
      secret: string,
      link: { readonly isReset: boolean; readonly expiresAt: Date },
    ): Promise<void> {
      // An earlier, unused link ends.
      await this.endLinksOf(administratorId);
      await db.administratorLink.create({
        data: { ...link, administratorId, hash: hashOf(secret) },
        select: { hash: true },
      });
    },

    async endLinksOf(administratorId: string): Promise<void> {
      await db.administratorLink.deleteMany({ where: { administratorId, usedAt: null } });
    },

    async isLink(secret: string, now: Date): Promise<boolean> {
      const count = await db.administratorLink.count({ where: usableLink(secret, now) });
      return count > 0;
    },

    /** Uses up a link. Of two concurrent calls one finds it used. @returns null for an unknown, used or expired link */
    async useLink(
      secret: string,
      now: Date,
    ): Promise<{ administratorId: string; isReset: boolean; expiresAt: Date } | null> {
      const { count } = await db.administratorLink.updateMany({
        where: usableLink(secret, now),
        data: { usedAt: now },
      });
      if (count === 0) return null;
      return await db.administratorLink.findUnique({
        where: { hash: hashOf(secret) },
        select: { administratorId: true, isReset: true, expiresAt: true },
      });
    },

    async addBrowser(
      administratorId: string,
      secret: string,
      { now, setUpUntil }: { readonly now: Date; readonly setUpUntil: Date | null },
    ): Promise<void> {
      await db.administratorBrowser.create({
        data: { administratorId, hash: hashOf(secret), setUpUntil, createdAt: now },
        select: { hash: true },
      });
    },

    async findBrowser(secret: string): Promise<BrowserRow | null> {
      return await db.administratorBrowser.findUnique({
        where: { hash: hashOf(secret) },
        select: { setUpUntil: true, administrator: { select: administratorColumns } },
      });
    },

    /** Ends the set-up in this browser, and removes the other browsers of the administrator. */
    async endSetUp(administratorId: string, secret: string): Promise<void> {
      const hash = hashOf(secret);
      await db.administratorBrowser.deleteMany({ where: { administratorId, hash: { not: hash } } });
      await db.administratorBrowser.updateMany({ where: { hash }, data: { setUpUntil: null } });
    },

    async startSession(
      administratorId: string,
      secret: string,
      { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
    ): Promise<void> {
      await db.administratorSession.create({
        data: {
          administratorId,
          hash: hashOf(secret),
          createdAt: now,
          lastSeenAt: now,
          expiresAt,
        },
        select: { hash: true },
      });
    },

    async findSession(secret: string): Promise<SessionRow | null> {
      return await db.administratorSession.findUnique({
        where: { hash: hashOf(secret) },
        select: {
          lastSeenAt: true,
          expiresAt: true,
          administrator: { select: administratorColumns },
        },
      });
    },

    async touchSession(secret: string, now: Date): Promise<void> {
      await db.administratorSession.updateMany({
        where: { hash: hashOf(secret) },
        data: { lastSeenAt: now },
      });
    },

    async endSession(secret: string): Promise<void> {
      await db.administratorSession.deleteMany({ where: { hash: hashOf(secret) } });
    },

    async endSessionsOf(administratorId: string): Promise<void> {
      await db.administratorSession.deleteMany({ where: { administratorId } });
    },

    /** Removes expired links, sessions and browsers. */
    async removeEnded(before: {
      readonly now: Date;
      readonly lastSeenAt: Date;
      readonly browserAddedAt: Date;
    }): Promise<void> {
      const { now, lastSeenAt, browserAddedAt } = before;
      await db.administratorLink.deleteMany({ where: { expiresAt: { lt: now } } });
      await db.administratorSession.deleteMany({
        where: { OR: [{ expiresAt: { lt: now } }, { lastSeenAt: { lt: lastSeenAt } }] },
      });
      await db.administratorBrowser.deleteMany({ where: { createdAt: { lt: browserAddedAt } } });
    },
  };
}
