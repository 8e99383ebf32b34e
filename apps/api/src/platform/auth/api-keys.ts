import { createHash, randomBytes } from 'node:crypto';

import { dayOf, type KeyScope } from '@wasl/contracts';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import { within } from '../program/deadline.ts';
import { ApiError } from '../http/api-error.ts';
import type { Signals } from '../database/signals.ts';
import type { Actor } from './actor.ts';
import { apiKeysRepository, type ApiKeyRow } from './api-keys.repository.ts';
import type { RateLimits } from './rate-limits.ts';

/** Milliseconds within which the database must tell whose key it is; 503 after that. */
const answerMs = 5000;
const maxCached = 1000;
/** Bytes of what tells keys apart at a glance, and of what nobody can guess. */
const prefixBytes = 5;
const secretBytes = 24;

const start = 'wasl_';
const pattern = new RegExp(
  `^${start}[0-9a-f]{${String(prefixBytes * 2)}}_[A-Za-z0-9_-]{${String((secretBytes * 4) / 3)}}$`,
);

/** A key, and what of it is kept. */
export interface NewKey {
  /** Shown once. */
  readonly secret: string;
  readonly prefix: string;
  readonly hash: string;
}

/** Plain SHA-256 is enough for what has 192 random bits: there is no list of likely ones to try. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function makeKey(): NewKey {
  const prefix = start + randomBytes(prefixBytes).toString('hex');
  const secret = `${prefix}_${randomBytes(secretBytes).toString('base64url')}`;
  return { secret, prefix, hash: hashOf(secret) };
}

/** The key that the header carries, well made or not; undefined where it is a session's or there is none. */
export function keyIn(authorization: string | undefined): string | undefined {
  return /^Bearer (wasl_\S*)$/i.exec(authorization ?? '')?.[1];
}

/** Who calls with a key: the organisation, and what the key may. */
export interface KeyCaller {
  readonly actor: Actor;
  readonly scopes: readonly KeyScope[];
}

/** @throws ApiError UNAUTHENTICATED, TOO_MANY_REQUESTS */
export type AuthenticateKey = (secret: string, address: string) => Promise<KeyCaller>;

/**
 * Tells whose key it is, from the database as it is now: a key ends at once on every process, as a session does, with the
 * approval of its organisation, and while nobody of it can sign in. Every bad key is answered alike.
 */
export function keyAuthenticator(deps: {
  db: Db;
  clock: Clock;
  signals: Signals;
  limits: RateLimits;
}): AuthenticateKey {
  const { clock, signals, limits } = deps;
  const keys = apiKeysRepository(deps.db);
  const rows = new LRUCache<string, ApiKeyRow>({ max: maxCached });
  /** How often something was thrown away: what was read before may be old. */
  let invalidations = 0;
  signals.onChange((topic, id) => {
    if (topic !== 'key' && topic !== 'anything') return;
    invalidations += 1;
    for (const [hash, row] of rows.entries()) if (id === null || row.id === id) rows.delete(hash);
  });

  async function find(hash: string): Promise<ApiKeyRow | undefined> {
    const isCached = signals.isFresh();
    const known = isCached ? rows.get(hash) : undefined;
    if (known !== undefined) return known;
    const before = invalidations;
    const row = await keys.find(hash);
    if (isCached && row !== undefined && invalidations === before) rows.set(hash, row);
    return row;
  }

  return async (secret, address) => {
    const hash = hashOf(secret);
    const row = pattern.test(secret) ? await within(answerMs, find(hash)) : undefined;
    const now = clock.now();
    const isLive =
      row !== undefined && row.isThere && row.revokedAt === null && row.expiresAt > now;
    if (!isLive) {
      await limits.consume('wrongKey', { address });
      throw new ApiError('UNAUTHENTICATED');
    }
    await limits.consume('key', { account: row.id });
    const today = dayOf(now);
    if (row.lastUsedOn === null || row.lastUsedOn < today) {
      await keys.touch(row.id, today);
      if (rows.peek(hash) === row) rows.set(hash, { ...row, lastUsedOn: today });
    }
    return {
      scopes: row.scopes,
      actor: {
        isKey: true,
        userId: row.id,
        email: '',
        role: 'PARTENAIRE',
        partnerId: row.partnerId,
        isResponsible: false,
        name: row.name,
        sessionId: row.id,
        lang: 'fr',
        isSetupDue: false,
      },
    };
  };
}
