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

/** Timeout of the key lookup in ms; 503 afterwards. */
const answerMs = 5000;
const maxCached = 1000;
/** Bytes of the visible prefix and of the secret part. */
const prefixBytes = 5;
const secretBytes = 24;

const start = 'wasl_';
const pattern = new RegExp(
  `^${start}[0-9a-f]{${String(prefixBytes * 2)}}_[A-Za-z0-9_-]{${String((secretBytes * 4) / 3)}}$`,
);

/** A new key and the columns that are stored. */
export interface NewKey {
  /** Shown once. */
  readonly secret: string;
  readonly prefix: string;
  readonly hash: string;
}

/** Plain SHA-256 is enough for 192 random bits: there is no dictionary of likely values. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function makeKey(): NewKey {
  const prefix = start + randomBytes(prefixBytes).toString('hex');
  const secret = `${prefix}_${randomBytes(secretBytes).toString('base64url')}`;
  return { secret, prefix, hash: hashOf(secret) };
}

/** The key in the header, well formed or not. Undefined for a session token or no header. */
export function keyIn(authorization: string | undefined): string | undefined {
  return /^Bearer (wasl_\S*)$/i.exec(authorization ?? '')?.[1];
}

export interface KeyCaller {
  readonly actor: Actor;
  readonly scopes: readonly KeyScope[];
}

/** @throws ApiError UNAUTHENTICATED, TOO_MANY_REQUESTS */
export type AuthenticateKey = (secret: string, address: string) => Promise<KeyCaller>;

/**
 * Looks up the key in the current database state. Like a session, a key ends at once in every process. It also stops with
 * the approval of its organisation, and while no agent of it can sign in. Every bad key gets the same answer.
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
  /** Number of invalidations. A change during a read means that the result may be stale. */
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
