import { places, type Lang } from '@wasl/contracts';

import {
  formatDateTime,
  type Body,
  type MailContent,
  type Tools,
  unsubscribePath,
} from './content.ts';
import type { PluginMail } from './define-mail.ts';
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

/** Builds the link to a client path in the mail's language. */
function withLanguage(publicUrl: string, place: string, lang: Lang): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(place) ?? [];
  return `${publicUrl}${path}${query === '' ? '?' : `${query}&`}lang=${lang}${fragment}`;
}

interface Named {
  readonly name: string;
}

function bodyOf(template: MailTemplate, params: Named, tools: Tools): Body {
  if (template === 'requestEvents')
    return requestEvents(params as MailTemplates['requestEvents'], tools);
  return definitionOf(template).body(params, tools);
}

/** Whether this release knows the template. */
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

interface MailReader {
  /** Token of a mail that can be refused; null for a recipient without an account. */
  readonly unsubscribeToken?: string | null;
  /**
   * Whether the address is not proven to be theirs. Such a mail leaves out the name, which another person may have typed.
   */
  readonly isUnproven?: boolean;
}

/** Writes a mail in the reader's language. All links start at `publicUrl`. */
export function composeMail<T extends MailTemplate>(
  template: T,
  params: MailTemplates[T],
  lang: Lang,
  publicUrl: string,
  reader: MailReader = {},
): MailContent {
  const content = compose(
    (clean, tools) => bodyOf(template, clean, tools),
    params,
    lang,
    publicUrl,
    reader,
  );
  if (refusableKinds(template, params).length === 0) return content;
  const label = mailCatalogue.in(lang)('preferences');
  return {
    ...content,
    preferences: { label, url: withLanguage(publicUrl, places.mailPreferences(), lang) },
  };
}

export function composePluginMail<P extends Named>(
  { body }: PluginMail<P>,
  params: P,
  lang: Lang,
  publicUrl: string,
  reader: MailReader = {},
): MailContent {
  return compose(body, params, lang, publicUrl, reader);
}

function compose<P extends Named>(
  bodyOf: (params: P, tools: Tools) => Body,
  rawParams: P,
  lang: Lang,
  publicUrl: string,
  { unsubscribeToken = null, isUnproven = false }: MailReader,
): MailContent {
  const t = mailCatalogue.in(lang);
  const params = withoutControls(rawParams);
  const link = (place: string): string => withLanguage(publicUrl, place, lang);
  const body = bodyOf(params, {
    t,
    lang,
    link,
    at: (instant) => formatDateTime(new Date(instant)),
    ltr: (text) => (lang === 'ar' ? `\u2066${text}\u2069` : text),
  });
  return {
    list: [],
    note: null,
    due: null,
    ...body,
    paragraphs: body.due
      ? [...body.paragraphs, t(body.due.isCancelled === true ? 'calendarRemoved' : 'calendar')]
      : body.paragraphs,
    lang,
    // A subject is one line, whatever a name or a label contains.
    subject: body.subject.replace(/[\r\n\t]+/g, ' '),
    greeting: isUnproven ? t('greetingUnnamed') : t('greeting', { name: params.name }),
    signature: t('signature'),
    linkHint: t('linkHint'),
    automatic: t('automatic'),
    preferences: null,
    unsubscribe:
      unsubscribeToken === null
        ? null
        : { label: t('unsubscribe'), url: link(unsubscribePath(unsubscribeToken)) },
  };
}
