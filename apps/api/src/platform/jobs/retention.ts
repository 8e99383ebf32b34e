import type { Db } from '../database/db.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface RetentionRule {
  readonly what: string;
  readonly days: number;
  readonly from: string;
  readonly why: string;
}

/**
 * Retention of everything that the housekeeping removes: personal data must not outlive their purpose (law 09-08,
 * article 3). docs/retention.md is generated from this table.
 */
export const retention = {
  removedFiles: {
    what: 'replaced and removed files',
    days: 1,
    from: 'the removal',
    why: 'running reads and backups still need them',
  },
  sessions: {
    what: 'ended sessions, with browser and address',
    days: 30,
    from: 'their end',
    why: 'a person can ask where they were signed in',
  },
  mailedSecrets: {
    what: 'hashes of links in mails',
    days: 30,
    from: 'their end',
    why: 'a late visitor learns that the link has expired',
  },
  mails: {
    what: 'sent and failed mails',
    days: 30,
    from: 'that day',
    why: 'the administrator can see whether a mail was sent',
  },
  deletedRequests: {
    what: 'texts, documents and messages of deleted requests',
    days: 30,
    from: 'the deletion',
    why: 'a deletion by mistake can be undone',
  },
  demandedErasures: {
    what: 'accounts whose owner asked for erasure',
    days: 30,
    from: 'the request',
    why: 'the person can cancel it',
  },
  unconfirmedAccounts: {
    what: 'accounts with an unconfirmed address, with their identity papers',
    days: 30,
    from: 'the sign-up',
    why: 'no owner has confirmed them',
  },
  abandonedOrganisations: {
    what: 'organisations without approval and without an account',
    days: 30,
    from: 'the sign-up',
    why: 'there is no agent to approve',
  },
  unapprovedOrganisations: {
    what: 'organisations without a decision, with the accounts of their agents',
    days: 90,
    from: 'the sign-up',
    why: 'the administrator has had time to decide',
  },
  knownBrowsers: {
    what: 'hashes of known browsers',
    days: 180,
    from: 'the last use',
    why: 'wrong passwords of strangers do not lock out a yearly visitor',
  },
  notices: {
    what: 'notices',
    days: 180,
    from: 'their day',
    why: 'older ones are no longer useful',
  },
  recordAccesses: {
    what: 'records of agents who opened a request',
    days: 365,
    from: 'the last use',
    why: 'the person and the administrator can check them',
  },
  apiKeys: {
    what: 'hashes and names of ended keys',
    days: 365,
    from: 'their end',
    why: 'the organisation can check what a key was and who made it',
  },
} as const satisfies Record<string, RetentionRule>;

export type Retained = keyof typeof retention;

/** Rows of a plugin that expire. */
export interface PluginRetention {
  readonly rule: RetentionRule;
  /** Number of rows; with an instant, of rows that began before it. */
  readonly count: (db: Db, before?: Date) => Promise<number>;
  readonly removeBefore: (db: Db, before: Date) => Promise<void>;
}

/** Rows of the rule that began before this instant expire now. */
export const endOf = ({ days }: RetentionRule, now: Date): Date =>
  new Date(now.getTime() - days * dayMs);

/** Rows that began before this instant expire now. */
export const endsBefore = (retained: Retained, now: Date): Date => endOf(retention[retained], now);
