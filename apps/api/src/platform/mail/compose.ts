import { places, type Lang } from '@wasl/contracts';

import {
  formatDateTime,
  type Body,
  type MailContent,
  type Tools,
  unsubscribePath,
} from './content.ts';
import {
  definitionOf,
  mails,
  refusableKinds,
  type MailTemplate,
  type MailTemplates,
} from './mails/index.ts';
import { requestEvents } from './request-events.ts';
import { mailCatalogue } from './words/index.ts';

// Direction marks would let a name reorder the sentence around it.
const bidiControls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** A place of the client as a link that is read in the mail's language. */
function withLanguage(publicUrl: string, place: string, lang: Lang): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(place) ?? [];
  return `${publicUrl}${path}${query === '' ? '?' : `${query}&`}lang=${lang}${fragment}`;
}

function bodyOf(template: MailTemplate, params: object, tools: Tools): Body {
  if (template === 'requestEvents')
    return requestEvents(params as MailTemplates['requestEvents'], tools);
  return definitionOf(template).body(params as { name: string }, tools);
}

/** Whether this version of the product knows the template. */
export function isTemplate(name: string): name is MailTemplate {
  return name === 'requestEvents' || Object.hasOwn(mails, name);
}

function withoutControls<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replace(bidiControls, '') as T;
  if (Array.isArray(value)) return value.map(withoutControls) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutControls<unknown>(member)]),
  ) as T;
}

/**
 * Writes a mail in the reader's language. Links start at `publicUrl` and nowhere else.
 * @param reader the token of a mail that can be refused, null for somebody without an account; and whether nobody has
 *   proven yet that the address is theirs: such a mail calls nobody by a name that a stranger may have typed
 */
export function composeMail<T extends MailTemplate>(
  template: T,
  rawParams: MailTemplates[T],
  lang: Lang,
  publicUrl: string,
  {
    unsubscribeToken = null,
    isUnproven = false,
  }: { readonly unsubscribeToken?: string | null; readonly isUnproven?: boolean } = {},
): MailContent {
  const t = mailCatalogue.in(lang);
  const params = withoutControls(rawParams);
  const link = (place: string): string => withLanguage(publicUrl, place, lang);
  const body = bodyOf(template, params, {
    t,
    link,
    at: (instant) => formatDateTime(new Date(instant)),
    ltr: (text) => (lang === 'ar' ? `\u2066${text}\u2069` : text),
  });
  return {
    list: [],
    note: null,
    ...body,
    lang,
    // A subject is one line, whatever a name or a label holds.
    subject: body.subject.replace(/[\r\n\t]+/g, ' '),
    greeting: isUnproven ? t('greetingUnnamed') : t('greeting', { name: params.name }),
    signature: t('signature'),
    linkHint: t('linkHint'),
    automatic: t('automatic'),
    preferences:
      refusableKinds(template, rawParams).length === 0
        ? null
        : { label: t('preferences'), url: link(places.mailPreferences()) },
    unsubscribe:
      unsubscribeToken === null
        ? null
        : { label: t('unsubscribe'), url: link(unsubscribePath(unsubscribeToken)) },
  };
}
