import { z } from 'zod';

import { defineArea } from '../http/area.ts';

export const unreadCalls = defineArea('messages', {
  getUnread: {
    route: 'GET /unread',
    permission: 'notice:read',
    summary:
      'How many notices wait to be read and messages to be read (by a beneficiary) or answered (by agents), and on which steps',
    response: z.object({
      /** 1000 means that many or more. */
      notices: z.number(),
      /** For agents the sum of the `steps` below. */
      messages: z.number(),
      /** At most 500 steps, those with the latest messages. */
      steps: z.array(z.object({ stepId: z.number(), unread: z.number() })),
    }),
  },
});

export type UnreadView = z.infer<(typeof unreadCalls)['getUnread']['response']['body']>;
