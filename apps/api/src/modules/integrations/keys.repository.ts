import type { KeyScope } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import type { NewKey } from '../../platform/auth/api-keys.ts';

const keyColumns = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  createdById: true,
  expiresAt: true,
  lastUsedOn: true,
  revokedAt: true,
  revokedById: true,
  confirmedById: true,
  plannedExpiresAt: true,
} as const satisfies Prisma.ApiKeySelect;
export type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>;

/** Limit of keys in the list, including ended keys. */
const mostShown = 200;

/** API keys of organisations, without secrets and hashes. */
export function keysRepository(db: Db) {
  return {
    async list(partnerId: number): Promise<KeyRow[]> {
      return await db.apiKey.findMany({
        where: { partnerId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: mostShown,
        select: keyColumns,
      });
    },

    async find(partnerId: number, id: string): Promise<KeyRow | null> {
      return await db.apiKey.findFirst({ where: { id, partnerId }, select: keyColumns });
    },

    async liveNames(partnerId: number, now: Date): Promise<string[]> {
      const rows = await db.apiKey.findMany({
        where: { partnerId, revokedAt: null, expiresAt: { gt: now } },
        select: { name: true },
      });
      return rows.map(({ name }) => name);
    },

    async create(
      partnerId: number,
      { prefix, hash }: NewKey,
      key: {
        readonly name: string;
        readonly scopes: readonly KeyScope[];
        readonly createdAt: Date;
        readonly createdById: string;
        readonly expiresAt: Date;
      },
    ): Promise<KeyRow> {
      const data = { ...key, scopes: [...key.scopes], partnerId, prefix, hash };
      return await db.apiKey.create({ data, select: keyColumns });
    },

    async revoke(id: string, revokedById: string, revokedAt: Date): Promise<KeyRow> {
      return await db.apiKey.update({
        where: { id },
        data: { revokedAt, revokedById },
        select: keyColumns,
      });
    },

    /** Restores the end that a key had before its maker left. */
    async confirm(id: string, confirmedById: string, expiresAt: Date): Promise<KeyRow> {
      return await db.apiKey.update({
        where: { id },
        data: { confirmedById, expiresAt, plannedExpiresAt: null },
        select: keyColumns,
      });
    },

    /** Names of the people who made or ended keys, by id. Deleted accounts are missing. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db.user.findMany({
        where: { id: { in: [...new Set(ids)] } },
        select: { id: true, prenom: true, nom: true },
      });
      return new Map(rows.map(({ id, prenom, nom }) => [id, `${prenom} ${nom}`.trim()]));
    },
  };
}
