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
 * article 3). docs/operations.md prints this table, and a test compares the two.
 */
export const retention = {
  removedFiles: {
    what: 'files that were replaced or taken away',
    days: 1,
    from: 'that act',
    why: 'reads and backups under way find them',
  },
  sessions: {
    what: 'sessions, with browser and address',
    days: 30,
    from: 'their end',
    why: 'somebody who asks where they were signed in gets an answer',
  },
  mailedSecrets: {
    what: 'hashes of links in mails',
    days: 30,
    from: 'their end',
    why: 'a link that came too late is answered as such',
  },
  mails: {
    what: 'mails that were sent or given up',
    days: 30,
    from: 'that day',
    why: 'the administrator tells whether a mail left',
  },
  deletedRequests: {
    what: 'words, documents and messages of deleted requests',
    days: 30,
    from: 'the deletion',
    why: 'a deletion by mistake can be undone',
  },
  demandedErasures: {
    what: 'accounts whose erasure was asked for',
    days: 30,
    from: 'the demand',
    why: 'the person can take it back',
  },
  unconfirmedAccounts: {
    what: 'accounts whose address was never confirmed, with their papers',
    days: 30,
    from: 'the sign-up',
    why: 'nobody has said that they are theirs',
  },
  abandonedOrganisations: {
    what: 'organisations that nobody approved and that have no account',
    days: 30,
    from: 'the sign-up',
    why: 'nobody is there to be approved',
  },
  unapprovedOrganisations: {
    what: 'organisations that nobody approved or refused, with the accounts of their agents',
    days: 90,
    from: 'the sign-up',
    why: 'the administrator has had the time to decide',
  },
  knownBrowsers: {
    what: 'hashes of browsers where somebody signed in',
    days: 180,
    from: 'the last time',
    why: 'strangers lock nobody out who comes twice a year',
  },
  notices: {
    what: 'notices',
    days: 180,
    from: 'their day',
    why: 'they are news',
  },
  recordAccesses: {
    what: 'who opened whose request',
    days: 365,
    from: 'the last time',
    why: 'the person and the administrator can look into it',
  },
  apiKeys: {
    what: 'hashes and names of keys of organisations',
    days: 365,
    from: 'their end',
    why: 'the organisation can look up what a key was and who made it',
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
