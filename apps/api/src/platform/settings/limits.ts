const megabyte = 1024 ** 2;

/** Limits that are the same everywhere. The server's tests choose others with `createTestApp({ settings })`. */
export const limits = {
  /** Minutes that a mail to an agent waits for other events on the same request; 0: each leaves at once. */
  mailMergeMinutes: 10,
  /** Messages to the telephone of one person on one day, codes aside. */
  phoneMessagesPerDay: 5,
  /** Hours of Morocco between which only codes are sent to telephones; the same twice: none. */
  phoneNight: { from: 21, until: 8 },
  /** Calls of one person in a minute, at each process. */
  callsPerMinute: 600,
  /** A session ends when its person did nothing for this long (S162). */
  sessionIdleMinutes: 60,
  /** Addresses of unknown people that an organisation may look up in files of requests, in 24 hours. */
  importStrangersPerDay: 5000,
  /** Mails that imports of an organisation send to unknown people, in 24 hours. */
  importMailsPerDay: 2000,
  /** What a person keeps (S43) and hands in within 24 hours, and what one request has, whoever handed it in (S88). */
  mostFiles: {
    ever: { files: 500, bytes: 1024 * megabyte },
    day: { files: 200, bytes: 500 * megabyte },
    request: { files: 200, bytes: 500 * megabyte },
  },
};

export type Limits = Readonly<typeof limits>;

/** In a process with NODE_ENV=test mails and messages leave at once, so that stories need not wait for them. */
export const limitsOfStories: Limits = {
  ...limits,
  mailMergeMinutes: 0,
  phoneNight: { from: 0, until: 0 },
};
