import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { keyScopes } from '../permissions.ts';
import { line, v } from '../wire/text.ts';
import { id } from '../wire/values.ts';
import { someOf } from './some-of.ts';

/** Maximum number of active keys of one organisation. */
export const maxKeys = 20;
export const keyNameLength = 60;
/** Possible lifetimes of a key in days; every key expires. */
export const keyDays = [30, 90, 365] as const;

/** Days after which a key or an address ends when its maker has left, unless a responsable confirms it. */
export const unconfirmedDays = 30;

export const keyStates = ['active', 'expired', 'revoked'] as const;

/** A key for the responsables of its organisation, without its secret. */
export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the key, to recognise it. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(keyStates),
  /** `YYYY-MM-DD` in Morocco, as all days here. */
  createdOn: z.string(),
  /** Name of its maker; null for an erased account. */
  createdBy: z.string().nullable(),
  /** The last day on which it works. */
  expiresOn: z.string(),
  /** Name of the responsable who confirmed it after its maker left. */
  confirmedBy: z.string().nullable(),
  /** Last day without a confirmation, after the responsable in charge left. */
  confirmBy: z.string().nullable(),
  lastUsedOn: z.string().nullable(),
  revokedOn: z.string().nullable(),
  revokedBy: z.string().nullable(),
});
export type KeyView = z.infer<typeof keyView>;

export const keyForm = z.object({
  name: line(keyNameLength),
  scopes: someOf(keyScopes),
  days: z.literal(keyDays, { error: v('required') }),
});
export type KeyForm = z.input<typeof keyForm>;

export const keysCalls = defineArea('integrations', {
  listKeys: {
    route: 'GET /partners/:id/keys',
    permission: 'organisation:govern',
    summary: 'Keys of one’s organisation for other systems: those that work first, then the others',
    params: z.object({ id }),
    response: z.array(keyView),
  },
  createKey: {
    route: 'POST /partners/:id/keys',
    permission: 'organisation:govern',
    summary: 'Make a key for another system; `secret` is the key, and is never shown again',
    params: z.object({ id }),
    body: keyForm,
    response: { status: 201, body: z.object({ key: keyView, secret: z.string() }) },
    errors: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
  },
  revokeKey: {
    route: 'DELETE /partners/:id/keys/:keyId',
    permission: 'organisation:govern',
    summary: 'End a key at once; repeating it changes nothing',
    params: z.object({ id, keyId: z.uuid({ error: v('invalid') }) }),
    response: keyView,
  },
  confirmKey: {
    route: 'POST /partners/:id/keys/:keyId/confirm',
    permission: 'organisation:govern',
    summary: 'Answer for a key whose maker left, so that it works until its own end',
    params: z.object({ id, keyId: z.uuid({ error: v('invalid') }) }),
    response: keyView,
    errors: ['STATE_CONFLICT'],
  },
});
