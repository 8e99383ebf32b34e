import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { currentPassword, secondFactorCode } from './security.ts';

export const secondFactorView = z.object({
  /** When it was turned on, ISO 8601; null while it is off. */
  since: z.string().nullable(),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.number().int(),
  /** Whether the person cannot do without it. */
  isRequired: z.boolean(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

/** What an application needs; it counts once a code of it was given. */
export const secondFactorSetup = z.object({
  /** Base32, to type where no picture can be taken. */
  secret: z.string(),
  /** `otpauth://totp/…`: what the QR code says. */
  uri: z.string(),
  /** The QR code as a path of SVG in a square of `size`, a white margin included. */
  qr: z.object({ path: z.string(), size: z.number().int() }),
  /** Whether a code was mailed that has to be given as well: the first one of an account that cannot do without. */
  isMailed: z.boolean(),
});

const recoveryCodes = z.array(z.string());

/** `code`, of the present device or of the paper, where it is on: it moves to another device. */
export const beginSecondFactorBody = z.object({
  currentPassword,
  code: secondFactorCode.optional(),
});
/** `mailedCode` where the answer before said that one was mailed. */
export const confirmSecondFactorBody = z.object({
  code: secondFactorCode,
  mailedCode: secondFactorCode.optional(),
});
export const removeSecondFactorBody = z.object({ currentPassword, code: secondFactorCode });

export const secondFactorCalls = defineArea('accounts', {
  getSecondFactor: {
    route: 'GET /utilisateurs/secondFactor',
    permission: 'account:enrol',
    summary: 'Whether signing in asks for a code besides the password',
    response: secondFactorView,
  },
  beginSecondFactor: {
    route: 'POST /utilisateurs/secondFactor',
    permission: 'account:enrol',
    summary:
      'A new secret for an application, also of a new device; nothing changes until a code of it is confirmed',
    body: beginSecondFactorBody,
    response: secondFactorSetup,
    errors: ['STATE_CONFLICT'],
  },
  confirmSecondFactor: {
    route: 'POST /utilisateurs/secondFactor/confirm',
    permission: 'account:enrol',
    summary:
      'Turn it on with a code of the application: every other session ends; the recovery codes are answered once',
    body: confirmSecondFactorBody,
    response: z.object({ recoveryCodes, token: z.string() }),
    errors: ['STATE_CONFLICT'],
  },
  renewRecoveryCodes: {
    route: 'POST /utilisateurs/secondFactor/recoveryCodes',
    permission: 'account:secure',
    summary: 'New recovery codes, answered once; the earlier ones die',
    body: removeSecondFactorBody,
    response: z.object({ recoveryCodes }),
    errors: ['STATE_CONFLICT'],
  },
  removeSecondFactor: {
    route: 'POST /utilisateurs/secondFactor/remove',
    permission: 'account:secure',
    summary: 'Turn it off with the password and a code; not where it is required',
    body: removeSecondFactorBody,
    response: acknowledged,
    errors: ['STATE_CONFLICT'],
  },
});
