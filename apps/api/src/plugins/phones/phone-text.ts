import { langs, type Lang } from '@wasl/contracts';
import {
  phoneCodeMinutes,
  phoneMessageKinds,
  type PhoneMessageKind,
} from '@wasl/contracts/plugins/phones';

import { isOneSegment, segmentUnits, toGsm7, unitsOf } from './gsm7.ts';
import { phoneCatalogue } from './words/index.ts';

const words = {
  ACTION: 'action',
  PROGRESS: 'progress',
  REMINDER: 'reminder',
  ENDED: 'ended',
} as const satisfies Record<PhoneMessageKind, string>;

/** After Arabic letters a number would read from its end. This mark makes it and the link left-to-right. */
const leftToRight = '\u200E';

/** A Latin SMS has twice the room in the SMS alphabet; Arabic has no such alphabet. */
const written = (lang: Lang, text: string): string => (lang === 'ar' ? text : toGsm7(text));

/** Path of a request's short address; the number follows in base 36. */
export const shortPath = '/d';

/** The short address of a request, which must fit in an SMS with the text. */
export function shortLink(publicUrl: string, requestId: number): string {
  return `${publicUrl}${shortPath}/${requestId.toString(36)}`;
}

/**
 * Text of a phone message: the event, the request's number and its link. It contains no names and no contents of the request,
 * because other people see a phone's screen. It fits in one SMS: a PUBLIC_URL that is too long for that loses the link.
 */
export function requestText(
  lang: Lang,
  kind: PhoneMessageKind,
  { numRequest, link }: { readonly numRequest: string; readonly link: string },
): string {
  const number = `${lang === 'ar' ? leftToRight : ''}${numRequest}`;
  const sentence = written(lang, `${phoneCatalogue.in(lang)(words[kind])} ${number}`);
  const whole = `${sentence} ${link}`;
  return isOneSegment(whole) ? whole : sentence;
}

export function codeText(lang: Lang, code: string): string {
  const values = { code, minutes: String(phoneCodeMinutes) };
  return written(lang, phoneCatalogue.in(lang)('code', values));
}

const longestNumber = 'YYYY-NNNNNN';
/** Five digits of base 36: sixty million requests. */
const longestPlace = `${shortPath}/zzzzz`;

/** Maximum length of PUBLIC_URL at which every message in every language contains its link. */
export function longestPublicUrl(): number {
  const rooms = langs.flatMap((lang) =>
    phoneMessageKinds.map((kind) => {
      const sentence = requestText(lang, kind, { numRequest: longestNumber, link: longestPlace });
      const { alphabet, units } = unitsOf(sentence);
      return segmentUnits[alphabet] - units;
    }),
  );
  return Math.min(...rooms);
}
