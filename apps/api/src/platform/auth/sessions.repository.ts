import type { Lang, Role } from '@wasl/contracts';

import type { Db } from '../database/db.ts';

/** A session with its user, as one query finds them. */
export interface SessionRow {
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly lastSeenAt: Date;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
  readonly lang: Lang;
  readonly partnerId: number | null;
  readonly isResponsible: boolean;
  readonly emailConfirmedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly sessionVersion: number;
  readonly hasSecondFactor: boolean;
}

/** A live session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

const ownSession = {
  id: true,
  userAgent: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
} as const;

export function sessionsRepository(db: Db) {
  return {
    /** One query for every authenticated call: the row and its user, whatever their state. */
    async find(sessionId: string): Promise<SessionRow | undefined> {
      const rows = await db.$queryRaw<SessionRow[]>`
        SELECT s.expires_at AS "expiresAt", s.ended_at AS "endedAt", s.last_seen_at AS "lastSeenAt",
               u.id::text AS "userId", u.email, u.role::text AS role, u.nom, u.prenom,
               u.company_name AS "companyName", u.lang, u.partner_id AS "partnerId", u.is_responsible AS "isResponsible",
               u.email_confirmed_at AS "emailConfirmedAt", u.approved_at AS "approvedAt",
               u.disabled_at AS "disabledAt", u.session_version AS "sessionVersion",
               f.confirmed_at IS NOT NULL AS "hasSecondFactor"
        FROM sessions s JOIN users u ON u.id = s.user_id
        LEFT JOIN second_factors f ON f.user_id = u.id
        WHERE s.id = ${sessionId}::uuid`;
      return rows[0];
    },

    async begin(
      userId: string,
      { now, expiresAt, userAgent }: { now: Date; expiresAt: Date; userAgent: string | null },
    ): Promise<string> {
      const { id } = await db.session.create({
        data: { userId, createdAt: now, lastSeenAt: now, expiresAt, userAgent },
        select: { id: true },
      });
      return id;
    },

    /** Sessions of a person that are neither ended nor expired, and were used since `usedSince` where it is given, the one seen last first. */
    async liveOf(userId: string, now: Date, usedSince = new Date(0)): Promise<OwnSession[]> {
      return await db.session.findMany({
        where: { userId, endedAt: null, expiresAt: { gt: now }, lastSeenAt: { gte: usedSince } },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        take: 200,
        select: ownSession,
      });
    },

    /** One live session of the person. */
    async findOwn(id: string, userId: string, now: Date): Promise<OwnSession | null> {
      return await db.session.findFirst({
        where: { id, userId, endedAt: null, expiresAt: { gt: now } },
        select: ownSession,
      });
    },

    /** Lets a live session last longer. Returns whether it was still alive. */
    async extend(id: string, userId: string, now: Date, expiresAt: Date): Promise<boolean> {
      const { count } = await db.session.updateMany({
        where: { id, userId, endedAt: null, expiresAt: { gt: now } },
        data: { expiresAt, lastSeenAt: now },
      });
      return count > 0;
    },

    async touch(sessionId: string, at: Date): Promise<void> {
      await db.session.updateMany({ where: { id: sessionId }, data: { lastSeenAt: at } });
    },

    /** Ends one session; its token is refused from the next call on. */
    async end(sessionId: string, at: Date): Promise<void> {
      await db.session.updateMany({
        where: { id: sessionId, endedAt: null },
        data: { endedAt: at },
      });
    },

    /** Ends every live session of a person but this one. Returns how many. */
    async endOthersOf(userId: string, keptId: string, now: Date): Promise<number> {
      const { count } = await db.session.updateMany({
        where: { userId, id: { not: keptId }, endedAt: null, expiresAt: { gt: now } },
        data: { endedAt: now },
      });
      return count;
    },

    /** Ends every session of a person and makes every token signed before worthless. */
    async endAllOf(userId: string, at: Date): Promise<void> {
      await db.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
      await db.session.updateMany({ where: { userId, endedAt: null }, data: { endedAt: at } });
    },
  };
}
