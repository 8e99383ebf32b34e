import type { Compilable } from 'kysely';

import type { Settings } from '../settings/env.ts';
import type { Mail, MailTemplates, WrittenTemplate } from './mails/index.ts';

/** What is written in the place of a mail about a request. */
export interface Word {
  readonly kind: string;
  readonly requestId: number;
}

/** A way of a plugin to inform people in place of a mail. The mail is written too, and waits behind the plugin's row. */
export interface StandIn {
  readonly isOffered: (settings: Settings) => boolean;
  /** The mails whose place it can take. A function that returns null leaves the mail. */
  readonly kinds: {
    readonly [T in WrittenTemplate]?: (params: MailTemplates[T]) => string | null;
  };
  /**
   * Writes the plugin's rows, in the statement that writes the mails. The part `substitutes` returns the `id` of the row for each
   * mail `n` that it takes the place of.
   */
  readonly write: (
    words: readonly (Word & { readonly to: string; readonly n: number })[],
  ) => Readonly<Record<string, Compilable>>;
}

/** What can be written in the place of a mail; null where nothing can. */
export function wordOf({ kinds }: StandIn, { template, params }: Mail): Word | null {
  const kindOf = kinds[template] as ((of: Mail['params']) => string | null) | undefined;
  const kind = kindOf?.(params) ?? null;
  return kind === null || !('requestId' in params) ? null : { kind, requestId: params.requestId };
}
