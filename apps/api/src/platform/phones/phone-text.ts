import {
  langs,
  phoneCodeMinutes,
  phoneMessageKinds,
  type Lang,
  type PhoneMessageKind,
} from '@wasl/contracts';

import { isOneSegment, segmentUnits, toGsm7, unitsOf } from './gsm7.ts';
import { phoneCatalogue } from './words/index.ts';

/** The words of each kind. */
const words = {
  ACTION: 'action',
  PROGRESS: 'progress',
  REMINDER: 'reminder',
  ENDED: 'ended',
} as const satisfies Record<PhoneMessageKind, string>;

/** After Arabic letters a number would be read from its end: this keeps it, and the link, from left to right. */
const leftToRight = '\u200E';

/** An SMS in Latin letters has twice the room in its own alphabet; Arabic has none there. */
const written = (lang: Lang, text: string): string => (lang === 'ar' ? text : toGsm7(text));

/** Where the short address of a request leads on from; the number is in base 36 there. */
export const shortPath = '/d';

/** The short address of a request: it has to fit in an SMS with the words. */
export function shortLink(publicUrl: string, requestId: number): string {
  return `${publicUrl}${shortPath}/${requestId.toString(36)}`;
}

/**
 * What a person is told: what happened, the request's number and its link; no name, and nothing of what the request says, for
 * others see the screen of a telephone. One SMS: where the portal's address is too long for that, the link stays out.
 */
export function requestText(
  lang: Lang,
  kind: PhoneMessageKind,
  { numRequest, link }: { readonly numRequest: string; readonly link: string },
): string {
  const number = `${lang === 'ar' ? leftToRight : ''}${numRequest}`;
  const said = written(lang, `${phoneCatalogue.in(lang)(words[kind])} ${number}`);
  const whole = `${said} ${link}`;
  return isOneSegment(whole) ? whole : said;
}

/** The code that proves a number. */
export function codeText(lang: Lang, code: string): string {
  const values = { code, minutes: String(phoneCodeMinutes) };
  return written(lang, phoneCatalogue.in(lang)('code', values));
}

const longestNumber = 'YYYY-NNNNNN';
/** Five digits of base 36: sixty million requests. */
const longestPlace = `${shortPath}/zzzzz`;

/** The length of PUBLIC_URL up to which every message carries its link, in every language. */
export function longestPublicUrl(): number {
  const rooms = langs.flatMap((lang) =>
    phoneMessageKinds.map((kind) => {
      const said = requestText(lang, kind, { numRequest: longestNumber, link: longestPlace });
      const { alphabet, units } = unitsOf(said);
      return segmentUnits[alphabet] - units;
    }),
  );
  return Math.min(...rooms);
}
