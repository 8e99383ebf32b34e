import { z } from 'zod';

import { defineArea } from '../../http/area.ts';
import { asciiDigits } from '../../wire/characters.ts';
import { toE164 } from '../../wire/phone.ts';
import { line, v } from '../../wire/text.ts';

export const phoneChannels = ['SMS', 'WHATSAPP'] as const;
export type PhoneChannel = (typeof phoneChannels)[number];

/** Kinds of events that a beneficiary may receive by phone, in place of mails. */
export const phoneMessageKinds = ['ACTION', 'PROGRESS', 'REMINDER', 'ENDED'] as const;
export type PhoneMessageKind = (typeof phoneMessageKinds)[number];

/** A Moroccan mobile in any spelling, as E.164 `+2126XXXXXXXX` or `+2127XXXXXXXX`: landlines take no SMS, and numbers abroad may cost anything. */
const mobileNumber = line(40)
  .transform((text) => toE164(text, '+212') ?? '')
  .pipe(z.string().regex(/^\+212[67]\d{8}$/, v('mobile')));

/** Validity of a code in minutes. */
export const phoneCodeMinutes = 10;

const kinds = z.array(z.enum(phoneMessageKinds, { error: v('unknownCode') })).max(10, v('tooMany'));
const channel = z.enum(phoneChannels, { error: v('required') });

export const phoneChoiceBody = z.object({ wanted: kinds, channel });
export const phoneNumberBody = z.object({ number: mobileNumber, channel });
export const phoneCodeBody = z.object({
  code: line(20)
    .transform((text) => asciiDigits(text).replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, v('codeWrong'))),
});

export const phoneMessagesView = z.object({
  /** Whether this portal sends phone messages. */
  isOffered: z.boolean(),
  /** Null without a number. */
  phone: z
    .object({
      /** E.164. */
      number: z.string(),
      channel: z.enum(phoneChannels),
      /** An unverified number receives only codes. */
      isVerified: z.boolean(),
      /** Whether the last message failed because the number does not exist; mails are sent instead. */
      isUnreachable: z.boolean(),
      /** Whether a sent code can still be entered. */
      awaitsCode: z.boolean(),
      hasCodeFailed: z.boolean(),
    })
    .nullable(),
  /** The chosen kinds; by default none. */
  wanted: z.array(z.enum(phoneMessageKinds)),
  /** Maximum messages to one person in one day; further events go by mail. */
  mostPerDay: z.int(),
});
export type PhoneMessagesView = z.infer<typeof phoneMessagesView>;

const response = { status: 200, body: phoneMessagesView } as const;

export const calls = defineArea('phones', {
  getPhoneMessages: {
    route: 'GET /phoneMessages',
    permission: 'account:update-beneficiary',
    summary: 'The telephone that gets the person’s messages, and their kinds',
    response,
  },
  savePhoneNumber: {
    route: 'PUT /phoneMessages/number',
    permission: 'account:update-beneficiary',
    summary:
      'Name the telephone, unverified again, and have a code of six digits sent to it; the answer is the same whatever number it is',
    body: phoneNumberBody,
    response,
  },
  verifyPhoneNumber: {
    route: 'POST /phoneMessages/code',
    permission: 'account:update-beneficiary',
    summary: 'Prove the number with the code that was sent to it',
    body: phoneCodeBody,
    response,
  },
  savePhoneMessages: {
    route: 'PUT /phoneMessages',
    permission: 'account:update-beneficiary',
    summary: 'Choose the kinds of messages to the telephone, and their channel',
    body: phoneChoiceBody,
    response,
    errors: ['STATE_CONFLICT'],
  },
  removePhoneNumber: {
    route: 'DELETE /phoneMessages',
    permission: 'account:update-beneficiary',
    summary: 'Take the telephone and all choices back',
    response,
  },
});
