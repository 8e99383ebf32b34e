import type { MailKind, PhoneMessageKind } from '@wasl/contracts';

import type { Body, Tools } from './content.ts';

/** One of several events in a mail that lists them: its words, and where it leads. */
export interface Line {
  readonly label: string;
  readonly place: string;
}

type Named<P> = P & { name: string };

/** A mail with its parameters `P`; `name`, of the reader, is a parameter of every mail. */
export interface MailDefinition<P> {
  /** 0: somebody waits for it at the screen. 1: about one's own affair. 2: one of thousands that a file or a job may write. */
  readonly priority: 0 | 1 | 2;
  /** Of the mails of one act to one person that have this number, the lowest leaves. */
  readonly rankInAct?: number;
  /** Under which kind its reader can refuse it; absent for one that is always sent. */
  readonly refusable?: MailKind;
  /** The text message that can take its place; null where none can. */
  readonly phone?: P extends { requestId: number }
    ? (params: P) => PhoneMessageKind | null
    : undefined;
  readonly body: (params: Named<P>, tools: Tools) => Body;
}

/** A mail of a plugin: one that is always sent, with words of its own. */
export interface PluginMail<P> {
  /** Its name in the outbox, other than that of any mail of the portal. */
  readonly template: string;
  readonly priority: MailDefinition<P>['priority'];
  readonly body: MailDefinition<P>['body'];
}

/**
 * A mail that waits `mailMergeMinutes`. Those about one request to one agent, and those about what one organisation filed
 * for one person, become one that lists them.
 */
export interface MergedMailDefinition<P> extends MailDefinition<P> {
  readonly line: (params: Named<P>, tools: Tools) => Line;
}

export const mail = <P>(definition: MailDefinition<P>): MailDefinition<P> => definition;
export const mergedMail = <P>(definition: MergedMailDefinition<P>): MergedMailDefinition<P> =>
  definition;
