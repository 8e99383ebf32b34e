import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { currentPassword, secondFactorCode } from './security.ts';

export const secondFactorView = z.object({
  /** When it was enabled, ISO 8601; null while disabled. */
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  isRequired: z.boolean(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

/** Setup data for an authenticator app; active after the first valid code. */
export const secondFactorSetup = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code. */
  uri: z.string(),
  /** The QR code as an SVG path in a square of `size`, including a white margin. */
  qr: z.object({ path: z.string(), size: z.number().int() }),
  /** Whether a mailed code is required too: at the first setup of an account with a mandatory second factor. */
  isMailed: z.boolean(),
});

const recoveryCodes = z.array(z.string());

/** `code` of the present device or a recovery code, where it is enabled: the setup moves it to another device. */
export const beginSecondFactorBody = z.object({
  currentPassword,
  code: secondFactorCode.optional(),
});
/** `mailedCode` when the setup's answer has `isMailed`. */
export const confirmSecondFactorBody = z.object({
  code: secondFactorCode,
  mailedCode: secondFactorCode.optional(),
});
export const removeSecondFactorBody = z.object({ currentPassword, code: secondFactorCode });

export const secondFactorCalls = defineArea('accounts', {
  getSecondFactor: {
    route: 'GET /utilisateurs/secondFactor',
    permission: 'account:enrol',
    summary: 'Whether sign-in asks for a code in addition to the password',
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
      'Enable the second factor with a code of the application. Every other session ends. The recovery codes are shown once',
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
    summary: 'Disable the second factor with the password and a code, unless it is required',
    body: removeSecondFactorBody,
    response: acknowledged,
    errors: ['STATE_CONFLICT'],
  },
});
