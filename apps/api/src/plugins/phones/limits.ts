import { hour, month, type PluginLimit } from '../../platform/auth/rate-limits.ts';

export const codesOfPerson = {
  name: 'phoneCode',
  rules: [
    { by: ['account'], points: 5, seconds: 24 * hour },
    { by: ['account'], points: 20, seconds: month },
    { by: ['address'], points: 30, seconds: 24 * hour },
  ],
} satisfies PluginLimit;

/** Codes to one number that the person has never proven: it is likely another person's number. */
export const codesToUnproven = {
  name: 'phoneUnproven',
  rules: [{ by: ['account', 'number'], points: 5, seconds: month }],
} satisfies PluginLimit;

/** Phone codes of the whole portal: each costs money. */
export const codesOfPortal = {
  name: 'phoneCodes',
  rules: [{ by: ['account'], points: 2000, seconds: 24 * hour }],
} satisfies PluginLimit;

/** Codes to one number, over all accounts. Beyond the limit no code is sent and the answer stays the same. */
export const codesToNumber = {
  name: 'phoneNumber',
  rules: [
    { by: ['number'], points: 5, seconds: 24 * hour },
    { by: ['number'], points: 15, seconds: month },
  ],
} satisfies PluginLimit;
