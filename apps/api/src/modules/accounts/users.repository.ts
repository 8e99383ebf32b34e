import type { editablePerson, Lang } from '@wasl/contracts';
import type { Prisma, TokenKind } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { activeResponsible } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { nameColumns, partnerColumns } from '../partners/index.ts';
import { latestConsent } from './consents.repository.ts';
import { personSelect, type ColumnsOf } from './person-columns.ts';

const profileColumns = {
  id: true,
  email: true,
  role: true,
  ...personSelect,
  lang: true,
  isResponsible: true,
  typeBeneficiaire: true,
  partner: { select: partnerColumns },
  consents: latestConsent,
  qualifications: { where: { replacedAt: null }, take: 1 },
  identity: {
    select: { typeIdentity: true, idExpirationDate: true, fileId: true, backFileId: true },
  },
} as const satisfies Prisma.UserSelect;

export type ProfileRow = Prisma.UserGetPayload<{ select: typeof profileColumns }>;

const accountColumns = {
  id: true,
  email: true,
  role: true,
  ...personNameColumns,
  lang: true,
  createdAt: true,
  emailConfirmedAt: true,
  approvedAt: true,
  disabledAt: true,
  disabledById: true,
  isResponsible: true,
  deletionAskedAt: true,
  partner: { select: { id: true, ...nameColumns, approvedAt: true, refusedAt: true } },
} as const satisfies Prisma.UserSelect;

export type AccountRow = Prisma.UserGetPayload<{ select: typeof accountColumns }>;

export type NewUser = Prisma.UserUncheckedCreateInput & { readonly lang: Lang };

export type OwnDetails = Omit<ColumnsOf<typeof editablePerson>, 'codeCountry'> & {
  readonly codeCountry: string;
  readonly profilId?: number;
  readonly areaId?: number;
};

export function usersRepository(db: Db) {
  return {
    /** @throws a duplicate on `email` when the address is taken */
    async insert(user: NewUser): Promise<string> {
      return (await db.user.create({ data: user, select: { id: true } })).id;
    },

    async find(id: string): Promise<AccountRow | undefined> {
      return (await db.user.findUnique({ where: { id }, select: accountColumns })) ?? undefined;
    },

    async findByEmail(email: string): Promise<AccountRow | undefined> {
      return (await db.user.findUnique({ where: { email }, select: accountColumns })) ?? undefined;
    },

    async findProfile(id: string): Promise<ProfileRow | undefined> {
      return (await db.user.findUnique({ where: { id }, select: profileColumns })) ?? undefined;
    },

    /** The phone prefix for a number without one: the stored prefix, else Morocco's. */
    async phonePrefix(id: string): Promise<string> {
      const row = await db.user.findUnique({ where: { id }, select: { codeCountry: true } });
      return row?.codeCountry ?? '+212';
    },

    async updateDetails(id: string, details: OwnDetails): Promise<void> {
      await db.user.update({ where: { id }, data: details, select: { id: true } });
    },

    async setLanguage(id: string, lang: Lang): Promise<void> {
      await db.user.update({ where: { id }, data: { lang }, select: { id: true } });
    },

    async setPassword(id: string, passwordHash: string): Promise<void> {
      await db.user.update({ where: { id }, data: { passwordHash }, select: { id: true } });
    },

    async setEmail(id: string, email: string): Promise<void> {
      await db.user.update({ where: { id }, data: { email }, select: { id: true } });
    },

    /** @returns whether the address was unconfirmed before */
    async confirmEmail(id: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, emailConfirmedAt: null },
        data: { emailConfirmedAt: at },
      });
      return count > 0;
    },

    /** @returns whether the agent was not approved before */
    async approve(id: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, role: 'PARTENAIRE', approvedAt: null },
        data: { approvedAt: at },
      });
      return count > 0;
    },

    /** Active responsables of the organisation, by approval time. */
    async responsibles(partnerId: number): Promise<AccountRow[]> {
      return await db.user.findMany({
        where: { partnerId, ...activeResponsible },
        orderBy: [{ approvedAt: 'asc' }, { id: 'asc' }],
        select: accountColumns,
      });
    },

    async awaitingAgents(partnerId: number): Promise<AccountRow[]> {
      return await db.user.findMany({
        where: { partnerId, role: 'PARTENAIRE', approvedAt: null, disabledAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: accountColumns,
      });
    },

    /** Agents of the organisation with an open access. */
    async openAgents(partnerId: number): Promise<AccountRow[]> {
      return await db.user.findMany({
        where: { partnerId, role: 'PARTENAIRE', disabledAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: accountColumns,
      });
    },

    /** Closes an access for the administrator. @returns whether the administrator had not closed it before */
    async suspend(id: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, OR: [{ disabledAt: null }, { disabledById: { not: null } }] },
        data: { disabledAt: at, disabledById: null },
      });
      return count > 0;
    },

    /** Reopens any closed access. */
    async open(id: string): Promise<void> {
      await db.user.update({
        where: { id },
        data: { disabledAt: null, disabledById: null },
        select: { id: true },
      });
    },

    /** Reopens the agents who were closed with their organisation. */
    async openRefused(partnerId: number, refusedAt: Date): Promise<void> {
      await db.user.updateMany({
        where: { partnerId, disabledAt: refusedAt, disabledById: null },
        data: { disabledAt: null },
      });
    },

    async listAgents(state: 'all' | 'awaiting'): Promise<AccountRow[]> {
      return await db.user.findMany({
        where: {
          role: 'PARTENAIRE',
          ...(state === 'awaiting' ? { approvedAt: null, disabledAt: null } : {}),
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: accountColumns,
      });
    },

    /** Revokes the unused mailed secrets of these kinds. */
    async revokeTokens(userId: string, kinds: readonly TokenKind[], at: Date): Promise<void> {
      await db.accountToken.updateMany({
        where: { userId, kind: { in: [...kinds] }, consumedAt: null },
        data: { consumedAt: at },
      });
    },

    /** Revokes the unused mailed secrets that only this person may use. */
    async revokeReceivedTokens(recipientId: string, at: Date): Promise<void> {
      await db.accountToken.updateMany({
        where: { recipientId, consumedAt: null },
        data: { consumedAt: at },
      });
    },

    /** Locks the account until the transaction ends. */
    async lock(id: string): Promise<void> {
      await rows(db, build.selectFrom('users').select('id').where('id', '=', id).forUpdate());
    },
  };
}
