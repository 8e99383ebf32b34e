import type { Mail, MailTemplate, MergedTemplate, WrittenTemplate } from './templates.ts';

/** 0: somebody waits for it in front of the screen; 1: about one's own affair; 2: one of thousands that a file or a job may write. */
type Priority = 0 | 1 | 2;

interface Rule {
  readonly priority: Priority;
  /** Of the mails of one act to one person that have this number, the lowest leaves: first what the reader has to do. */
  readonly ofAct?: number;
}

/**
 * When each mail leaves: `now`, as soon as what it tells of is committed; `merged`, after the wait of `mailMergeMinutes`, with what
 * else happened on the request; `morning`, written on working mornings only.
 */
export const delivery: {
  readonly [T in WrittenTemplate]: Rule & {
    readonly when: T extends MergedTemplate ? 'merged' : 'now' | 'morning';
  };
} = {
  confirmAddress: { when: 'now', priority: 0 },
  secondFactorCode: { when: 'now', priority: 0 },
  resetPassword: { when: 'now', priority: 0 },
  passwordChanged: { when: 'now', priority: 1 },
  newDevice: { when: 'now', priority: 1 },
  secondFactorChanged: { when: 'now', priority: 1 },
  agentAwaitingApproval: { when: 'now', priority: 1 },
  agentApproved: { when: 'now', priority: 1 },
  agentRefused: { when: 'now', priority: 1 },
  agentRemoved: { when: 'now', priority: 1 },
  organisationRefused: { when: 'now', priority: 1 },
  organisationExpired: { when: 'now', priority: 1 },
  requestReceived: { when: 'now', priority: 2 },
  requestsFiled: { when: 'merged', priority: 2 },
  stepAssigned: { when: 'merged', priority: 2 },
  // About many requests: one mail already, and the morning counts them.
  stepsAssigned: { when: 'now', priority: 2 },
  documentsExpected: { when: 'now', priority: 1, ofAct: 1 },
  statusChanged: { when: 'now', priority: 1, ofAct: 4 },
  processingHeld: { when: 'merged', priority: 1 },
  processingResumed: { when: 'merged', priority: 1 },
  agreementWithdrawn: { when: 'merged', priority: 1 },
  requestWithdrawn: { when: 'merged', priority: 1 },
  stepPassedOn: { when: 'now', priority: 1, ofAct: 2 },
  fileInfected: { when: 'now', priority: 1 },
  closingTakenBack: { when: 'now', priority: 1, ofAct: 2 },
  makerLeft: { when: 'now', priority: 1 },
  webhookOff: { when: 'now', priority: 1 },
  requestsUnrouted: { when: 'now', priority: 1 },
  organisationUnattended: { when: 'now', priority: 1 },
  requestHandled: { when: 'now', priority: 1, ofAct: 3 },
  messageReceived: { when: 'now', priority: 1 },
  beneficiaryWrote: { when: 'merged', priority: 1 },
  noteMention: { when: 'merged', priority: 1 },
  agentDigest: { when: 'morning', priority: 2 },
  notTakenUp: { when: 'morning', priority: 2 },
  documentAwaited: { when: 'morning', priority: 2 },
  draftForgotten: { when: 'morning', priority: 2 },
  agreementAsked: { when: 'now', priority: 2 },
  invitation: { when: 'now', priority: 2 },
  invitationAgain: { when: 'now', priority: 1 },
  accountDeletionAsked: { when: 'now', priority: 1 },
  accountKept: { when: 'now', priority: 1 },
  accountErased: { when: 'now', priority: 1 },
};

/** A mail as a row of the outbox holds it. */
export interface NewMail {
  readonly to: string;
  readonly lang: string;
  readonly template: MailTemplate;
  readonly params: object;
  readonly priority: Priority;
  /** With the recipient: the mails that become one while they wait; null for a mail of its own. */
  readonly mergeKey: string | null;
  /** {@link Rule.ofAct}; null for a mail that always leaves. */
  readonly ofAct: number | null;
}

const isMerged = (mail: Mail): mail is Extract<Mail, { template: MergedTemplate }> =>
  delivery[mail.template].when === 'merged';

/** What merged mails have in common: the request; of what an organisation filed, the organisation. */
const keyOf = (mail: Extract<Mail, { template: MergedTemplate }>): string =>
  mail.template === 'requestsFiled'
    ? `filed:${String(mail.params.partnerId)}`
    : mail.params.numRequest;

/**
 * The row of a mail. The lower priority is sent first; within one, the oldest.
 * @param mayWait false where mails are not merged: each leaves at once
 */
export function outboxRow(mail: Mail, mayWait: boolean): NewMail {
  const { to, lang, template, params } = mail;
  const mergeKey = mayWait && isMerged(mail) ? keyOf(mail) : null;
  const { priority, ofAct = null } = delivery[template];
  return { to, lang, template, params, priority, mergeKey, ofAct };
}
