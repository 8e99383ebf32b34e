import type { Prisma } from '@wasl/db';

import type { Db } from '../database/db.ts';
import { endedKeys } from '../auth/api-keys.repository.ts';
import { endsBefore, type Retained } from './retention.ts';

/** Unconfirmed accounts that no other user created or filed requests for. */
export function unconfirmedSince(day: Date): Prisma.UserWhereInput {
  return {
    emailConfirmedAt: null,
    disabledAt: null,
    importId: null,
    createdAt: { lt: day },
    requests: { none: {} },
  };
}

/** Organisations that wait for a decision and have done nothing on the portal. */
const undecidedSince = (day: Date): Prisma.PartnerWhereInput => ({
  approvedAt: null,
  refusedAt: null,
  createdAt: { lt: day },
  steps: { none: {} },
  taskDefs: { none: {} },
  imports: { none: {} },
  importRuns: { none: {} },
});

const abandonedSince = (day: Date): Prisma.PartnerWhereInput => ({
  ...undecidedSince(day),
  agents: { none: {} },
});

/** Undecided organisations with agents. The administrator must decide on more where one agent's account is closed. */
const unapprovedSince = (day: Date): Prisma.PartnerWhereInput => ({
  ...undecidedSince(day),
  agents: { some: {}, none: { disabledAt: { not: null } } },
});

export interface RetainedCount {
  readonly stored: number;
  /** Number of rows that expire now. */
  readonly due: number;
}

export function retentionRepository(db: Db) {
  return {
    /** Counts of rows, and of rows that would expire now, of each kind. */
    async counts(now: Date): Promise<Record<Retained, RetainedCount>> {
      const before = (retained: Retained): Date => endsBefore(retained, now);
      const both = async (
        stored: Promise<number>,
        due: Promise<number>,
      ): Promise<RetainedCount> => ({
        stored: await stored,
        due: await due,
      });
      const { storedFile, session, accountToken, outboxMail, supportRequest, user } = db;
      const mailsBefore = before('mails');
      const deleted: Prisma.SupportRequestWhereInput = { status: 'SUPPRIME', emptiedAt: null };
      return {
        removedFiles: await both(
          storedFile.count({ where: { removedAt: { not: null } } }),
          storedFile.count({ where: { removedAt: { lt: before('removedFiles') } } }),
        ),
        sessions: await both(
          session.count(),
          session.count({ where: { expiresAt: { lt: before('sessions') } } }),
        ),
        mailedSecrets: await both(
          accountToken.count(),
          accountToken.count({ where: { expiresAt: { lt: before('mailedSecrets') } } }),
        ),
        mails: await both(
          outboxMail.count({ where: { state: { in: ['SENT', 'FAILED'] } } }),
          outboxMail.count({
            where: {
              OR: [
                { state: 'SENT', sentAt: { lt: mailsBefore } },
                { state: 'FAILED', createdAt: { lt: mailsBefore } },
              ],
            },
          }),
        ),
        deletedRequests: await both(
          supportRequest.count({ where: deleted }),
          supportRequest.count({
            where: { ...deleted, updatedAt: { lt: before('deletedRequests') } },
          }),
        ),
        demandedErasures: await both(
          user.count({ where: { deletionAskedAt: { not: null } } }),
          user.count({ where: { deletionAskedAt: { lte: before('demandedErasures') } } }),
        ),
        unconfirmedAccounts: await both(
          user.count({ where: unconfirmedSince(now) }),
          user.count({ where: unconfirmedSince(before('unconfirmedAccounts')) }),
        ),
        abandonedOrganisations: await both(
          db.partner.count({ where: abandonedSince(now) }),
          db.partner.count({ where: abandonedSince(before('abandonedOrganisations')) }),
        ),
        unapprovedOrganisations: await both(
          db.partner.count({ where: unapprovedSince(now) }),
          db.partner.count({ where: unapprovedSince(before('unapprovedOrganisations')) }),
        ),
        knownBrowsers: await both(
          db.knownDevice.count(),
          db.knownDevice.count({ where: { lastSeenAt: { lt: before('knownBrowsers') } } }),
        ),
        notices: await both(
          db.notice.count(),
          db.notice.count({ where: { createdAt: { lt: before('notices') } } }),
        ),
        recordAccesses: await both(
          db.recordAccess.count(),
          db.recordAccess.count({ where: { lastAt: { lt: before('recordAccesses') } } }),
        ),
        apiKeys: await both(
          db.apiKey.count(),
          db.apiKey.count({ where: endedKeys(before('apiKeys')) }),
        ),
      };
    },

    /** Accounts that expire because their address was not confirmed, oldest first. */
    async unconfirmed(now: Date, limit: number): Promise<string[]> {
      const rows = await db.user.findMany({
        where: unconfirmedSince(endsBefore('unconfirmedAccounts', now)),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    /** Agents of organisations that expire without a decision, oldest organisations first. */
    async unapproved(now: Date, limit: number): Promise<string[]> {
      const rows = await db.user.findMany({
        where: { partner: unapprovedSince(endsBefore('unapprovedOrganisations', now)) },
        orderBy: [{ partnerId: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    /** Removes unapproved organisations without agents. Their logos go like removed files. */
    async removeAbandoned(now: Date): Promise<number> {
      const where = abandonedSince(endsBefore('abandonedOrganisations', now));
      const logos = await db.partner.findMany({
        where: { ...where, logoFileId: { not: null } },
        select: { logoFileId: true },
      });
      const { count } = await db.partner.deleteMany({ where });
      await db.storedFile.updateMany({
        where: {
          id: { in: logos.flatMap(({ logoFileId }) => logoFileId ?? []) },
          partnerLogo: null,
        },
        data: { removedAt: now },
      });
      return count;
    },
  };
}
