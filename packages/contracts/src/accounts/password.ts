import { z } from 'zod';

import { v } from '../wire/text.ts';

const rule = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,}$/;

/**
 * A new password: the specification's alphabet and classes, at most 72 bytes (bcrypt's limit). The server also refuses
 * common ones (docs/security.md S62), through `checkPassword`.
 */
export const newPassword = z
  .string({ error: v('passwordRequired') })
  .min(1, v('passwordRequired'))
  .max(72, v('passwordTooLong'))
  .regex(rule, v('passwordRule'));
