import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { optionalText, v } from '../wire/text.ts';
import { id, langQuery } from '../wire/values.ts';
import { requestView } from './request-view.ts';

/** Why a beneficiary withdraws a submitted request. */
export const withdrawalReasons = [
  'SOLVED',
  'NO_LONGER_NEEDED',
  'MISTAKE',
  'TOO_LONG',
  'OTHER',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** OTHER requires a text. */
export const withdrawalBody = z
  .object({
    reason: z.enum(withdrawalReasons, { error: v('required') }),
    text: optionalText(1000),
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || text !== null, {
    path: ['text'],
    error: v('required'),
  });

export const withdrawalCalls = defineArea('requests', {
  withdrawRequest: {
    route: 'POST /requests/:id/withdraw',
    permission: 'request:write',
    summary:
      'Withdraw a submitted request for good. Open steps are closed, and their organisations are notified. Repeating the call gives the same answer',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    body: withdrawalBody,
    response: requestView,
    errors: ['STATE_CONFLICT'],
  },
});
