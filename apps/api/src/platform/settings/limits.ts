import { takeBackSeconds } from '@wasl/contracts';

const megabyte = 1024 ** 2;

/** Limits of every installation. Tests change them with `createTestApp({ settings })`. */
export const limits = {
  /**
   * Minutes that a mail to an agent waits for other events on the same request; 0: no wait. An undo in this time
   * withdraws the mail, so no link leads to a step that is gone.
   */
  mailMergeMinutes: takeBackSeconds / 60,
  /** Hours of Morocco, 0 to 23, between which nothing may ring; the same twice: none. */
  night: { from: 21, until: 8 },
  /** Calls of one person in a minute, at each process. */
  callsPerMinute: 600,
  /** Idle time after which a session ends. */
  sessionIdleMinutes: 60,
  /** Unknown recipients that an organisation may look up in import files in 24 hours. */
  importUnknownPeoplePerDay: 5000,
  /** Mails from an organisation's imports to unknown recipients in 24 hours. */
  importMailsPerDay: 2000,
  /** Quotas: stored files of a person, uploads of a person in 24 hours, and files of one request from all users. */
  mostFiles: {
    ever: { files: 500, bytes: 1024 * megabyte },
    day: { files: 200, bytes: 500 * megabyte },
    request: { files: 200, bytes: 500 * megabyte },
  },
};

export type Limits = Readonly<typeof limits>;

/** With NODE_ENV=test mails and messages leave at once, so that stories need not wait. */
export const limitsOfStories: Limits = {
  ...limits,
  mailMergeMinutes: 0,
  night: { from: 0, until: 0 },
};
