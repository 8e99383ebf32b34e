import { z } from 'zod';

import { defineAdministration } from './call.ts';

const count = z.number().int();

/** What waits for an administrator. */
export const waitingView = z.object({
  agents: count,
  organisations: count,
  services: count,
  /** Submitted requests without an organisation. */
  requests: count,
  /** Failed rows by queue: `mails`, `jobs`, and those of the active plugins, `telephones` and `webhooks`. */
  failures: z.array(z.object({ queue: z.string(), failed: count })),
});
export type WaitingView = z.infer<typeof waitingView>;

export const waitingCalls = defineAdministration({
  readWaiting: { route: 'GET /waiting', response: waitingView },
});
