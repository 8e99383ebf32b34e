import { z } from 'zod';

import { optionalText, paragraph, v } from '../wire/text.ts';
import { id } from '../wire/values.ts';
import { defineAdministration } from './call.ts';

/** Maximum characters of a notice in one language. */
export const maxNoticeText = 300;

/** Wall-clock time in Morocco, `YYYY-MM-DDTHH:mm`. */
const wallTime = z
  .string({ error: v('required') })
  .min(1, v('required'))
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, v('date'))
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), v('date'));

export const noticeBody = z
  .object({
    from: wallTime,
    until: wallTime,
    /** A language without a text shows the French one. */
    texts: z.object({
      fr: paragraph(maxNoticeText),
      en: optionalText(maxNoticeText),
      ar: optionalText(maxNoticeText),
      es: optionalText(maxNoticeText),
    }),
  })
  .refine(({ from, until }) => from < until, { path: ['until'], message: v('date') });
export type NoticeBody = z.output<typeof noticeBody>;

const text = z.string().nullable();

/** A notice that is shown, or will be. Instants are ISO 8601. */
export const noticeView = z.object({
  id: z.number().int(),
  from: z.string(),
  until: z.string(),
  texts: z.object({ fr: z.string(), en: text, ar: text, es: text }),
});
export type NoticeView = z.infer<typeof noticeView>;

const done = z.object({ success: z.literal(true) });

export const noticeCalls = defineAdministration({
  readNotice: { route: 'GET /notice', response: z.object({ notice: noticeView.nullable() }) },
  /** Replaces the notice before it. */
  publishNotice: { route: 'POST /notice', body: noticeBody, response: done },
  endNotice: { route: 'POST /notice/end', body: z.object({ id }), response: done },
});
