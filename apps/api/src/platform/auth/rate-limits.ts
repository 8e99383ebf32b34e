import { createHash } from 'node:crypto';

import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import type { Pool } from '../database/db.ts';
import { limits } from '../settings/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from './network.ts';

const minute = 60;
export const hour = 60 * minute;
export const month = 30 * 24 * hour;

/** Keys by which an attempt is counted. */
export interface LimitKeys {
  /** The caller's address; IPv6 counts by network ({@link networkOf}). */
  readonly address?: string;
  /** The e-mail address or the user id. */
  readonly account?: string;
  /** The secret of a browser where the person has signed in before. */
  readonly device?: string;
  /** A phone number as it is dialled. */
  readonly number?: string;
}

interface Rule {
  readonly by: readonly (keyof LimitKeys)[];
  readonly points: number;
  readonly seconds: number;
}

/**
 * Refuses the sixth wrong password for an account from one address, and the thirtieth from one address. The limit of an
 * account over all addresses is wide. It exempts known browsers, so that an attacker elsewhere cannot lock out the
 * owner.
 */
const rules = {
  signIn: [
    { by: ['address', 'account'], points: 5, seconds: 15 * minute },
    { by: ['address'], points: 29, seconds: 15 * minute },
    { by: ['account'], points: 100, seconds: hour },
  ],
  /** Sign-in from a known browser: strangers cannot use up its attempts. */
  signInKnown: [{ by: ['account', 'device'], points: 5, seconds: 15 * minute }],
  /** Mails about sign-ins from new browsers. A client without cookies looks new each time. */
  newDeviceMail: [{ by: ['account'], points: 3, seconds: 24 * hour }],
  /** Passwords and codes of an administrator. Only a browser that a command registered can try. */
  administrator: [
    { by: ['account'], points: 5, seconds: 15 * minute },
    { by: ['account'], points: 20, seconds: 24 * hour },
  ],
  /** Links that register a browser of an administrator. */
  administratorLink: [{ by: ['address'], points: 20, seconds: hour }],
  signUp: [{ by: ['address'], points: 20, seconds: hour }],
  identityUpload: [{ by: ['address'], points: 40, seconds: hour }],
  /** Calls of one key: enough to follow every change, too few to read everything repeatedly. */
  key: [{ by: ['account'], points: 600, seconds: minute }],
  wrongKey: [{ by: ['address'], points: 60, seconds: 15 * minute }],
  /** Calls that send a mail on demand, by address. `accountMail` counts the mails themselves. */
  mailDemand: [{ by: ['address'], points: 30, seconds: hour }],
  accountMail: [{ by: ['account'], points: 3, seconds: hour }],
  tokenUse: [{ by: ['address'], points: 60, seconds: 15 * minute }],
  /** Live checks of a new password while the user types. Many people may share one address. */
  passwordCheck: [{ by: ['address'], points: 300, seconds: 15 * minute }],
  /** Passwords given with a confirmation link. The holder of the link reads the mailbox, but may not have signed up. */
  confirmation: [{ by: ['account'], points: 5, seconds: 15 * minute }],
  /** Reauthentication before sensitive actions: refuses the sixth wrong password from any address. */
  reauthentication: [{ by: ['account'], points: 5, seconds: 15 * minute }],
  secondFactor: [
    { by: ['account'], points: 5, seconds: 15 * minute },
    { by: ['account'], points: 20, seconds: 24 * hour },
  ],
  /** Second-factor codes from a known browser. Others who have the password cannot use up its attempts. */
  secondFactorKnown: [
    { by: ['account', 'device'], points: 5, seconds: 15 * minute },
    { by: ['account', 'device'], points: 20, seconds: 24 * hour },
  ],
  /** Mails that warn of attempts at codes. */
  secondFactorMail: [{ by: ['account'], points: 1, seconds: 24 * hour }],
  ownData: [{ by: ['account'], points: 5, seconds: hour }],
  upload: [{ by: ['account'], points: 300, seconds: hour }],
  import: [{ by: ['account'], points: 30, seconds: hour }],
  /** Dry runs and error files. They read a whole file, as an import does. */
  importCheck: [{ by: ['account'], points: 60, seconds: hour }],
  /** Unknown recipients in import files that an organisation has checked. */
  importUnknownPeople: [
    { by: ['account'], points: limits.importUnknownPeoplePerDay, seconds: 24 * hour },
  ],
  simulation: [{ by: ['account'], points: 120, seconds: hour }],
  message: [{ by: ['account'], points: 60, seconds: 10 * minute }],
  /** Bulk actions. `message` does not count the messages that they write. */
  bulk: [{ by: ['account'], points: 120, seconds: 10 * minute }],
  /** Printed reports: each takes 0.1 s of CPU. */
  report: [{ by: ['account'], points: 60, seconds: hour }],
  invitation: [{ by: ['account'], points: 50, seconds: 24 * hour }],
  /** Views and submissions of unsubscribe links, by person. */
  unsubscribe: [{ by: ['account'], points: 60, seconds: hour }],
  /** Public receipt pages: enough for a desk that checks papers all day, too few to guess tokens. */
  receiptPage: [{ by: ['address'], points: 120, seconds: 15 * minute }],
  /** Public searches of organisations. Many people may share one address. */
  search: [{ by: ['address'], points: 600, seconds: 15 * minute }],
  /** List exports: each may read everything of an organisation. */
  export: [{ by: ['account'], points: 60, seconds: hour }],
} as const satisfies Record<string, readonly Rule[]>;

/** A limit of a plugin, which lists it in its registration. Its counters are named after `name`. */
export interface PluginLimit {
  readonly name: string;
  readonly rules: readonly Rule[];
}

type CoreLimit = keyof typeof rules;
type Limit = CoreLimit | PluginLimit;

const nameOf = (limit: Limit): string => (typeof limit === 'string' ? limit : limit.name);
const rulesOf = (limit: Limit): readonly Rule[] =>
  typeof limit === 'string' ? rules[limit] : limit.rules;

const periods: readonly (readonly [seconds: number, name: string])[] = [
  [month, '30 days'],
  [24 * hour, '24 h'],
  [hour, '1 h'],
  [15 * minute, '15 min'],
  [10 * minute, '10 min'],
];

/** Rows of docs/limits.md: name, keys, points, period. */
export function limitRows(ofPlugins: readonly PluginLimit[]): string[][] {
  return [...(Object.keys(rules) as CoreLimit[]), ...ofPlugins].flatMap((limit) =>
    rulesOf(limit).map(({ by, points, seconds }) => [
      `\`${nameOf(limit)}\``,
      by.join(' and '),
      String(points),
      periods.find(([length]) => length === seconds)?.[1] ?? `${String(seconds)} s`,
    ]),
  );
}

export interface RateLimits {
  /**
   * Counts one attempt.
   * @returns the used share of the allowance nearest its end, up to 1
   * @throws ApiError TOO_MANY_REQUESTS with the seconds to wait
   */
  consume(limit: Limit, keys: LimitKeys): Promise<number>;
  /**
   * Counts one attempt, or several together, and returns whether they are within the limit. Use it for calls that must
   * always answer alike. Several attempts beyond the limit are not counted.
   */
  tryConsume(limit: Limit, keys: LimitKeys, attempts?: number): Promise<boolean>;
  /** Whether the next attempt would be refused. Counts nothing. */
  isReached(limit: Limit, keys: LimitKeys): Promise<boolean>;
  /** Gives the attempt back after it proved legitimate. */
  forgive(limit: Limit, keys: LimitKeys): Promise<void>;
}

const longestPauseMs = 2000;
const freeShare = 0.4;

/**
 * Delay in ms before an attempt is checked, by the used share of its allowance. The first two of five have no delay. It
 * then grows to two seconds before the refused attempt.
 */
export function pauseMs(used: number): number {
  const share = Math.max(0, used - freeShare) / (1 - freeShare);
  return Math.round(longestPauseMs * share * share);
}

/**
 * Rate limits with counters in PostgreSQL, shared by all processes. `factor` multiplies every allowance; tests replace
 * allowances with `points`.
 */
export function rateLimits(
  pool: Pool,
  factor: number,
  points: Partial<Record<CoreLimit, number>> = {},
): RateLimits {
  const limiterOf = (limit: Limit, rule: Rule): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: '',
      points: Math.floor(
        ((typeof limit === 'string' ? points[limit] : undefined) ?? rule.points) * factor,
      ),
      duration: rule.seconds,
    });
  const limiters = new Map<string, { rule: Rule; limiter: RateLimiterPostgres }[]>();
  const limitersOf = (limit: Limit) => {
    const known = limiters.get(nameOf(limit));
    if (known !== undefined) return known;
    const made = rulesOf(limit).map((rule) => ({ rule, limiter: limiterOf(limit, rule) }));
    limiters.set(nameOf(limit), made);
    return made;
  };

  // Keys are hashed, so that the table contains neither e-mails nor addresses.
  const keyOf = (limit: Limit, { by, seconds }: Rule, keys: LimitKeys): string => {
    const values = by.map((part) => {
      const value = keys[part];
      if (value === undefined) throw new TypeError(`The limit ${nameOf(limit)} counts by ${part}`);
      return part === 'address' ? networkOf(value) : value.toLowerCase();
    });
    const digest = createHash('sha256').update(values.join('\n')).digest('base64url').slice(0, 32);
    return `${nameOf(limit)}:${by.join('+')}:${String(seconds)}:${digest}`;
  };

  const consume = async (limit: Limit, keys: LimitKeys, attempts = 1): Promise<number> => {
    let used = 0;
    for (const { rule, limiter } of limitersOf(limit)) {
      try {
        const { consumedPoints } = await limiter.consume(keyOf(limit, rule, keys), attempts);
        used = Math.max(used, consumedPoints / limiter.points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (attempts > 1) await limiter.reward(keyOf(limit, rule, keys), attempts);
        throw new ApiError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        });
      }
    }
    return used;
  };
  return {
    consume: async (limit, keys) => await consume(limit, keys),
    tryConsume: async (limit, keys, attempts) => {
      try {
        await consume(limit, keys, attempts);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      }
    },
    isReached: async (limit, keys) => {
      const counters = await Promise.all(
        limitersOf(limit).map(async ({ rule, limiter }) => {
          const counter = await limiter.get(keyOf(limit, rule, keys));
          return (counter?.consumedPoints ?? 0) >= limiter.points;
        }),
      );
      return counters.includes(true);
    },
    forgive: async (limit, keys) => {
      for (const { rule, limiter } of limitersOf(limit)) {
        const key = keyOf(limit, rule, keys);
        // The counter of a key pair is deleted. A shared counter gets only this attempt back.
        if (rule.by.length > 1) await limiter.delete(key);
        else await limiter.reward(key, 1);
      }
    },
  };
}
