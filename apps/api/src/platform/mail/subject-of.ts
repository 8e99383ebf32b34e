import type { Lang } from '@wasl/contracts';

import { composeMail, composePluginMail, isTemplate } from './compose.ts';
import type { PluginMail } from './define-mail.ts';
import { mergedTemplate } from './outbox.repository.ts';
import type { MailTemplates } from './mails/index.ts';
import { subjectWithoutValues } from './words/index.ts';

export interface Writing {
  readonly publicUrl: string;
  readonly ofPlugins: readonly PluginMail<never>[];
}

interface StoredMail {
  readonly template: string;
  readonly params: unknown;
}

function compose({ template, params }: StoredMail, lang: Lang, writing: Writing): string | null {
  const { publicUrl, ofPlugins } = writing;
  const ofPlugin = ofPlugins.find((one) => one.template === template);
  try {
    if (ofPlugin !== undefined)
      return composePluginMail(ofPlugin, params as never, lang, publicUrl).subject;
    if (!isTemplate(template)) return null;
    return composeMail(template, params as MailTemplates[typeof template], lang, publicUrl).subject;
  } catch {
    // Parameters of another release.
    return null;
  }
}

/**
 * Subjects of the mails that were merged into this one, in order. Empty for a sent mail, whose parameters are erased.
 * @returns null for a mail of one event
 */
export function mergedSubjects(mail: StoredMail, lang: Lang, writing: Writing): string[] | null {
  if (mail.template !== mergedTemplate) return null;
  const { events = [] } = mail.params as { readonly events?: readonly StoredMail[] };
  return events.map((event) => subjectOf(event, lang, writing) ?? event.template);
}

/**
 * The subject of a mail in the outbox. A sent mail has no parameters any more: `…` replaces its values.
 * @returns null for a template of another release, and for a plugin's mail without its parameters
 */
export function subjectOf(mail: StoredMail, lang: Lang, writing: Writing): string | null {
  const subject = compose(mail, lang, writing);
  const isWhole = subject !== null && !/\b(?:undefined|null|NaN)\b/.test(subject);
  return isWhole ? subject : subjectWithoutValues(mail.template, lang);
}
