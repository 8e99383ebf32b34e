import {
  dayOf,
  maxKeys,
  type BodyOf,
  type Endpoints,
  type KeyScope,
  type KeyView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { makeKey } from '../../platform/auth/api-keys.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { actsRepository } from './acts.repository.ts';
import { asResponsible, requireOwn } from './as-responsible.ts';
import { keysRepository, type KeyRow } from './keys.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

function presentKey(row: KeyRow, names: ReadonlyMap<string, string>, now: Date): KeyView {
  const isExpired = row.expiresAt <= now;
  const isLive = row.revokedAt === null && !isExpired;
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    // This module wrote it, from the contract's list.
    scopes: row.scopes as KeyScope[],
    state: row.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdOn: dayOf(row.createdAt),
    createdBy: names.get(row.createdById) ?? null,
    confirmedBy: names.get(row.confirmedById ?? '') ?? null,
    confirmBy: isLive && row.plannedExpiresAt !== null ? dayOf(row.expiresAt) : null,
    expiresOn: dayOf((isLive ? row.plannedExpiresAt : null) ?? row.expiresAt),
    lastUsedOn: row.lastUsedOn?.toISOString().slice(0, 10) ?? null,
    revokedOn: row.revokedAt === null ? null : dayOf(row.revokedAt),
    revokedBy: names.get(row.revokedById ?? '') ?? null,
  };
}

/** Keys with which other systems act as an organisation. Its responsables make and end them. */
export function keysService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  async function present(tx: Db, rows: readonly KeyRow[], now: Date): Promise<KeyView[]> {
    const ids = rows.flatMap(({ createdById, ...row }) => [
      createdById,
      row.revokedById ?? [],
      row.confirmedById ?? [],
    ]);
    const names = await keysRepository(tx).names(ids.flat());
    return rows.map((row) => presentKey(row, names, now));
  }
  async function presentOne(tx: Db, row: KeyRow, now: Date): Promise<KeyView> {
    const [view] = await present(tx, [row], now);
    if (view === undefined) throw new Error('A key that is there has gone');
    return view;
  }

  return {
    /** Valid keys first, newest first. @throws ApiError NOT_FOUND for another organisation */
    async list(actor: Actor, partnerId: number): Promise<KeyView[]> {
      requireOwn(actor, partnerId);
      const views = await present(db, await keysRepository(db).list(partnerId), clock.now());
      const works = ({ state }: KeyView) => state === 'active';
      return [...views.filter(works), ...views.filter((view) => !works(view))];
    },

    /** @throws ApiError NOT_FOUND, RESPONSIBLE_REQUIRED, ALREADY_EXISTS, QUOTA_EXCEEDED */
    async create(
      actor: Actor,
      partnerId: number,
      { name, scopes, days }: BodyOf<Endpoints['createKey']>,
    ): Promise<{ key: KeyView; secret: string }> {
      const now = clock.now();
      const made = makeKey();
      const key = await asResponsible(db, actor, partnerId, async (tx) => {
        const keys = keysRepository(tx);
        const taken = await keys.liveNames(partnerId, now);
        if (taken.some((other) => other.toLowerCase() === name.toLowerCase()))
          throw new ApiError('ALREADY_EXISTS', { fields: [{ path: 'name', key: 'labelTaken' }] });
        if (taken.length >= maxKeys) throw new ApiError('QUOTA_EXCEEDED');
        const byId = actor.userId;
        const row = await keys.create(partnerId, made, {
          name,
          scopes,
          createdAt: now,
          createdById: byId,
          expiresAt: new Date(now.getTime() + days * dayMs),
        });
        const act = { partnerId, subjectId: row.id, name, byId, at: now };
        await actsRepository(tx).record({ kind: 'KEY_MADE', ...act });
        return await presentOne(tx, row, now);
      });
      log.info({ event: 'key.created', keyId: key.id, partnerId, scopes, by: actor.userId });
      return { key, secret: made.secret };
    },

    /** @throws ApiError NOT_FOUND also for a key of another organisation; STATE_CONFLICT for an ended key */
    async confirm(actor: Actor, partnerId: number, id: string): Promise<KeyView> {
      const now = clock.now();
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const keys = keysRepository(tx);
        const before = await keys.find(partnerId, id);
        if (before === null) throw new ApiError('NOT_FOUND');
        if (before.revokedAt !== null || before.expiresAt <= now)
          throw new ApiError('STATE_CONFLICT');
        if (before.plannedExpiresAt === null) return await presentOne(tx, before, now);
        const byId = actor.userId;
        const after = await keys.confirm(id, byId, before.plannedExpiresAt);
        const act = { partnerId, subjectId: id, name: before.name, byId, at: now };
        await actsRepository(tx).record({ kind: 'KEY_CONFIRMED', ...act });
        log.info({ event: 'key.confirmed', keyId: id, partnerId, by: byId });
        return await presentOne(tx, after, now);
      });
    },

    /** @throws ApiError NOT_FOUND also for a key of another organisation; RESPONSIBLE_REQUIRED */
    async revoke(actor: Actor, partnerId: number, id: string): Promise<KeyView> {
      const now = clock.now();
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const keys = keysRepository(tx);
        const before = await keys.find(partnerId, id);
        if (before === null) throw new ApiError('NOT_FOUND');
        if (before.revokedAt !== null) return await presentOne(tx, before, now);
        const byId = actor.userId;
        const after = await keys.revoke(id, byId, now);
        const act = { partnerId, subjectId: id, name: before.name, byId, at: now };
        await actsRepository(tx).record({ kind: 'KEY_REVOKED', ...act });
        log.info({ event: 'key.revoked', keyId: id, partnerId, by: byId });
        return await presentOne(tx, after, now);
      });
    },
  };
}
