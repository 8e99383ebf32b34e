import { hour, type PluginLimit } from '../../platform/auth/rate-limits.ts';

/** Webhook messages that responsables send by hand: tests and repetitions. */
export const sentByHand = {
  name: 'webhook',
  rules: [{ by: ['account'], points: 60, seconds: hour }],
} satisfies PluginLimit;
