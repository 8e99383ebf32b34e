import type { Lang, Role } from '@wasl/contracts';

import type { Db } from '../database/db.ts';
import { personName } from '../database/person-name.ts';
import { build, rows } from '../database/statements.repository.ts';

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
    /** Finds the session with its user in one query, in any state. Every authenticated call runs it. */
    async find(sessionId: string): Promise<SessionRow | undefined> {
      const query = build
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .leftJoin('second_factors as f', 'f.user_id', 'u.id')
        .where('s.id', '=', sessionId)
        .select((eb) => [
          's.expires_at as expiresAt',
          's.ended_at as endedAt',
          's.last_seen_at as lastSeenAt',
          'u.id as userId',
          'u.email',
          'u.role',
          ...personName,
          eb.ref('u.lang').$castTo<Lang>().as('lang'),
          'u.partner_id as partnerId',
          'u.is_responsible as isResponsible',
          'u.email_confirmed_at as emailConfirmedAt',
          'u.approved_at as approvedAt',
          'u.disabled_at as disabledAt',
          'u.session_version as sessionVersion',
          eb('f.confirmed_at', 'is not', null).$castTo<boolean>().as('hasSecondFactor'),
        ]);
      const [found] = await rows(db, query);
      return found;
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

    /** Live sessions of a person, most recently seen first. With `usedSince`, only sessions used since then. */
    async liveOf(userId: string, now: Date, usedSince = new Date(0)): Promise<OwnSession[]> {
      return await db.session.findMany({
        where: { userId, endedAt: null, expiresAt: { gt: now }, lastSeenAt: { gte: usedSince } },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        take: 200,
        select: ownSession,
      });
    },

    async findOwn(id: string, userId: string, now: Date): Promise<OwnSession | null> {
      return await db.session.findFirst({
        where: { id, userId, endedAt: null, expiresAt: { gt: now } },
        select: ownSession,
      });
    },

    /** Extends a live session. Returns whether it was still live. */
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

    /** Ends the session. Its token is refused from the next call on. */
    async end(sessionId: string, at: Date): Promise<void> {
      await db.session.updateMany({
        where: { id: sessionId, endedAt: null },
        data: { endedAt: at },
      });
    },

    /** Ends all live sessions of a person except one. Returns the count. */
    async endOthersOf(userId: string, exceptId: string, now: Date): Promise<number> {
      const { count } = await db.session.updateMany({
        where: { userId, id: { not: exceptId }, endedAt: null, expiresAt: { gt: now } },
        data: { endedAt: now },
      });
      return count;
    },

    /** Ends all sessions of a person and invalidates every token signed before. */
    async endAllOf(userId: string, at: Date): Promise<void> {
      await db.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
      await db.session.updateMany({ where: { userId, endedAt: null }, data: { endedAt: at } });
    },
  };
}
