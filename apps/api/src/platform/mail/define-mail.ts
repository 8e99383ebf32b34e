import type { MailKind } from '@wasl/contracts';

import type { Body, Tools } from './content.ts';

/** One event in a mail that lists several: text and link. */
export interface Line {
  readonly label: string;
  readonly place: string;
}

type Named<P> = P & { name: string };

/** A mail with its parameters `P`. Every mail also has `name`, the reader's name. */
export interface MailDefinition<P> {
  /**
   * 0: a user waits for it at the screen. 1: about the reader's own affairs. 2: one of thousands from a file or a job.
   */
  readonly priority: 0 | 1 | 2;
  /** Of one act's mails to one person that have a rank, only the lowest is sent. */
  readonly rankInAct?: number;
  /** The kind under which its reader can refuse it; absent for a mail that is always sent. */
  readonly refusable?: MailKind;
  readonly body: (params: Named<P>, tools: Tools) => Body;
}

/** A plugin's mail. It is always sent, and its words belong to the plugin. */
export interface PluginMail<P> {
  /** Template name in the outbox, different from those of the portal. */
  readonly template: string;
  readonly priority: MailDefinition<P>['priority'];
  readonly body: MailDefinition<P>['body'];
}

/**
 * A mail that waits `mailMergeMinutes` to be merged. Mails about one request to one agent become one mail with a list.
 * So do mails about one organisation's filings for one person, and without a wait the mails of one act to a person.
 */
export interface MergedMailDefinition<P> extends MailDefinition<P> {
  readonly line: (params: Named<P>, tools: Tools) => Line;
}

export const mail = <P>(definition: MailDefinition<P>): MailDefinition<P> => definition;
export const mergedMail = <P>(definition: MergedMailDefinition<P>): MergedMailDefinition<P> =>
  definition;
