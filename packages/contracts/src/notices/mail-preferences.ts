import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import type { Role } from '../permissions.ts';
import { v } from '../wire/text.ts';

/** Kinds of mail that a person may refuse. Mails about the account's security and access are always sent. */
export const mailKinds = [
  'RECEIPT',
  'ASSIGNED',
  'DOCUMENTS',
  'STATUS',
  'MESSAGE',
  // Kinds that a morning job writes.
  'DIGEST',
  'NOT_TAKEN_UP',
  'DOCUMENT_AWAITED',
  'DRAFT',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailKindsByRole = {
  BENEFICIAIRE: [
    'RECEIPT',
    'DOCUMENTS',
    'STATUS',
    'MESSAGE',
    'NOT_TAKEN_UP',
    'DOCUMENT_AWAITED',
    'DRAFT',
  ],
  PARTENAIRE: ['ASSIGNED', 'MESSAGE', 'DIGEST'],
} as const satisfies Record<Role, readonly MailKind[]>;

export const mailPreferences = z.object({
  kinds: z.array(z.enum(mailKinds)),
  /** The kinds that are sent; by default all. */
  wanted: z.array(z.enum(mailKinds)),
});
export type MailPreferences = z.infer<typeof mailPreferences>;

export const mailPreferencesCalls = defineArea('notices', {
  getMailPreferences: {
    route: 'GET /mailPreferences',
    permission: 'notice:read',
    summary: 'Which mails the person wants',
    response: mailPreferences,
  },
  saveMailPreferences: {
    route: 'PUT /mailPreferences',
    permission: 'notice:read',
    summary: 'Choose the mails one wants; kinds of the other role are left aside',
    body: z.object({
      wanted: z.array(z.enum(mailKinds, { error: v('unknownCode') })).max(20, v('tooMany')),
    }),
    response: mailPreferences,
  },
});
