import { createHash } from 'node:crypto';

import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import type { Pool } from '../database/db.ts';
import { limits } from '../settings/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from './network.ts';

const minute = 60;
const hour = 60 * minute;
const month = 30 * 24 * hour;

/** What an attempt is counted by. */
export interface LimitKeys {
  /** The caller's address; of IPv6 its network counts ({@link networkOf}). */
  readonly address?: string;
  /** The e-mail or the user id. */
  readonly account?: string;
  /** The secret of a browser where the person has signed in before. */
  readonly device?: string;
  /** Of a telephone, as it is dialled. */
  readonly number?: string;
}

interface Rule {
  readonly by: readonly (keyof LimitKeys)[];
  /** Attempts allowed in the period. */
  readonly points: number;
  readonly seconds: number;
}

/**
 * The sixth wrong password for an account from one address, and the thirtieth from one address, wait.
 * The limit of an account over all addresses is wide, and does not hold a browser where its owner has signed in before: they
 * must not be locked out from elsewhere.
 */
const rules = {
  signIn: [
    { by: ['address', 'account'], points: 5, seconds: 15 * minute },
    { by: ['address'], points: 29, seconds: 15 * minute },
    { by: ['account'], points: 100, seconds: hour },
  ],
  /** The same for a browser where the person has signed in before: no stranger can use its attempts up. */
  signInKnown: [{ by: ['account', 'device'], points: 5, seconds: 15 * minute }],
  /** Mails about sign-ins from new browsers: a program without cookies is new each time. */
  newDeviceMail: [{ by: ['account'], points: 3, seconds: 24 * hour }],
  signUp: [{ by: ['address'], points: 20, seconds: hour }],
  identityUpload: [{ by: ['address'], points: 40, seconds: hour }],
  /** Calls of one key: a system that follows every change, not one that reads everything again and again. */
  key: [{ by: ['account'], points: 600, seconds: minute }],
  /** Messages that responsables of an organisation have sent to its addresses by hand: tests, and messages again. */
  webhook: [{ by: ['account'], points: 60, seconds: hour }],
  /** Keys that open nothing, by address. */
  wrongKey: [{ by: ['address'], points: 60, seconds: 15 * minute }],
  /** Calls that send a mail on demand, by address; the mails themselves are counted by `accountMail`. */
  mailDemand: [{ by: ['address'], points: 30, seconds: hour }],
  accountMail: [{ by: ['account'], points: 3, seconds: hour }],
  /** Calls that present a mailed token. */
  tokenUse: [{ by: ['address'], points: 60, seconds: 15 * minute }],
  /** New passwords that a form asks about as they are typed; many people may sit behind one address. */
  passwordCheck: [{ by: ['address'], points: 300, seconds: 15 * minute }],
  /** Passwords given with a confirmation link: whoever holds it reads the mailbox, and may have signed up nowhere. */
  confirmation: [{ by: ['account'], points: 5, seconds: 15 * minute }],
  /** The password asked again before something grave: the sixth wrong one waits, wherever it comes from. */
  reauthentication: [{ by: ['account'], points: 5, seconds: 15 * minute }],
  /** Codes of the second factor, of whoever gave the right password. */
  secondFactor: [
    { by: ['account'], points: 5, seconds: 15 * minute },
    { by: ['account'], points: 20, seconds: 24 * hour },
  ],
  /** The same for a browser where the person has signed in before: whoever else has the password does not use its attempts up. */
  secondFactorKnown: [
    { by: ['account', 'device'], points: 5, seconds: 15 * minute },
    { by: ['account', 'device'], points: 20, seconds: 24 * hour },
  ],
  /** Mails that say that somebody tries codes. */
  secondFactorMail: [{ by: ['account'], points: 1, seconds: 24 * hour }],
  /** Codes to a telephone that a person asks for. */
  phoneCode: [
    { by: ['account'], points: 5, seconds: 24 * hour },
    { by: ['account'], points: 20, seconds: month },
    { by: ['address'], points: 30, seconds: 24 * hour },
  ],
  /** Of these, to one number that the person proves with none of them: it is likely somebody else’s. */
  phoneUnproven: [{ by: ['account', 'number'], points: 5, seconds: month }],
  /** Codes of the whole portal: each is paid for. */
  phoneCodes: [{ by: ['account'], points: 2000, seconds: 24 * hour }],
  /** Codes to one number, for whomever; more are not sent, and nobody is told. */
  phoneNumber: [
    { by: ['number'], points: 5, seconds: 24 * hour },
    { by: ['number'], points: 15, seconds: month },
  ],
  /** One's own data as a file. */
  ownData: [{ by: ['account'], points: 5, seconds: hour }],
  upload: [{ by: ['account'], points: 300, seconds: hour }],
  import: [{ by: ['account'], points: 30, seconds: hour }],
  /** Dry runs and files of faults: they read a whole file as an import does. */
  importCheck: [{ by: ['account'], points: 60, seconds: hour }],
  /** Addresses of people whom an organisation does not know, in files of requests that it has looked at. */
  importStrangers: [{ by: ['account'], points: limits.importStrangersPerDay, seconds: 24 * hour }],
  simulation: [{ by: ['account'], points: 120, seconds: hour }],
  /** Messages and notes: a quick exchange, not a flood. */
  message: [{ by: ['account'], points: 60, seconds: 10 * minute }],
  /** Actions on many steps at once; what they write is not counted by `message`. */
  bulk: [{ by: ['account'], points: 120, seconds: 10 * minute }],
  /** Printed reports: each takes a tenth of a second of the processor. */
  report: [{ by: ['account'], points: 60, seconds: hour }],
  /** Persons that an organisation invites again. */
  invitation: [{ by: ['account'], points: 50, seconds: 24 * hour }],
  /** Links in mails that turn their kind off: looks and presses of one person. */
  unsubscribe: [{ by: ['account'], points: 60, seconds: hour }],
  /** Public pages of receipts: a desk that checks papers all day, nobody who tries tokens. */
  receiptPage: [{ by: ['address'], points: 120, seconds: 15 * minute }],
  /** Searches of organisations, which need no session; many people may sit behind one address. */
  search: [{ by: ['address'], points: 600, seconds: 15 * minute }],
  /** Lists as a file: each may read everything an organisation has. */
  export: [{ by: ['account'], points: 60, seconds: hour }],
} as const satisfies Record<string, readonly Rule[]>;

export type LimitName = keyof typeof rules;

const periods: readonly (readonly [seconds: number, name: string])[] = [
  [month, '30 days'],
  [24 * hour, '24 h'],
  [hour, '1 h'],
  [15 * minute, '15 min'],
  [10 * minute, '10 min'],
];

/** The rows of the table of limits in docs/operations.md: what is counted, by what, how many, in which time. */
export function limitRows(): string[][] {
  return (Object.keys(rules) as LimitName[]).flatMap((name) =>
    rules[name].map(({ by, points, seconds }: Rule) => [
      `\`${name}\``,
      by.join(' and '),
      String(points),
      periods.find(([length]) => length === seconds)?.[1] ?? `${String(seconds)} s`,
    ]),
  );
}

export interface RateLimits {
  /**
   * Counts one attempt. Returns what is used of the allowance that is nearest its end, up to 1.
   * @throws ApiError TOO_MANY_REQUESTS with the seconds to wait.
   */
  consume(name: LimitName, keys: LimitKeys): Promise<number>;
  /**
   * Counts an attempt, or several that are made together or not at all, and says whether they were within the limit: for
   * calls that must answer alike. Several that were not are not counted.
   */
  tryConsume(name: LimitName, keys: LimitKeys, attempts?: number): Promise<boolean>;
  /** Takes the attempt back: it turned out to be rightful. */
  forgive(name: LimitName, keys: LimitKeys): Promise<void>;
}

const longestPauseMs = 2000;
const freeShare = 0.4;

/**
 * How long an attempt waits before it is looked at, by what is used of its allowance: nothing for the first two of five, then
 * longer and longer, two seconds before the one that is refused.
 */
export function pauseMs(used: number): number {
  const share = Math.max(0, used - freeShare) / (1 - freeShare);
  return Math.round(longestPauseMs * share * share);
}

/**
 * Counters in PostgreSQL, so that limits hold over several processes. `factor` multiplies every allowance; `points` replace
 * allowances in tests.
 */
export function rateLimits(
  pool: Pool,
  factor: number,
  points: Partial<Record<LimitName, number>> = {},
): RateLimits {
  const limiterOf = (name: LimitName, rule: Rule): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: '',
      points: Math.floor((points[name] ?? rule.points) * factor),
      duration: rule.seconds,
    });
  const limiters = Object.fromEntries(
    (Object.keys(rules) as LimitName[]).map((name) => [
      name,
      rules[name].map((rule: Rule) => ({ rule, limiter: limiterOf(name, rule) })),
    ]),
  ) as Record<LimitName, { rule: Rule; limiter: RateLimiterPostgres }[]>;

  // Keys are hashed: the table holds neither e-mails nor addresses.
  const keyOf = (name: LimitName, { by, seconds }: Rule, keys: LimitKeys): string => {
    const values = by.map((part) => {
      const value = keys[part];
      if (value === undefined) throw new TypeError(`The limit ${name} counts by ${part}`);
      return part === 'address' ? networkOf(value) : value.toLowerCase();
    });
    const digest = createHash('sha256').update(values.join('\n')).digest('base64url').slice(0, 32);
    return `${name}:${by.join('+')}:${String(seconds)}:${digest}`;
  };

  const consume = async (name: LimitName, keys: LimitKeys, attempts = 1): Promise<number> => {
    let used = 0;
    for (const { rule, limiter } of limiters[name]) {
      try {
        const { consumedPoints } = await limiter.consume(keyOf(name, rule, keys), attempts);
        used = Math.max(used, consumedPoints / limiter.points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (attempts > 1) await limiter.reward(keyOf(name, rule, keys), attempts);
        throw new ApiError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        });
      }
    }
    return used;
  };
  return {
    consume: async (name, keys) => await consume(name, keys),
    tryConsume: async (name, keys, attempts) => {
      try {
        await consume(name, keys, attempts);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      }
    },
    forgive: async (name, keys) => {
      for (const { rule, limiter } of limiters[name]) {
        const key = keyOf(name, rule, keys);
        // The pair's counter starts anew; a shared one only gets this attempt back.
        if (rule.by.length > 1) await limiter.delete(key);
        else await limiter.reward(key, 1);
      }
    },
  };
}
