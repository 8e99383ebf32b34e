import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { optionalText, v } from '../wire/text.ts';
import { day, refCode } from '../wire/values.ts';
import { absenceView } from './absence.ts';
import { maxHandOverReason } from './owner.ts';

const agentId = z.uuid({ error: v('invalid') });

/** An agent of the organisation with the steps that they own. */
export const deskColleague = z.object({
  id: z.string(),
  name: z.string(),
  isSelf: z.boolean(),
  /** Steps that the organisation is working on. */
  open: z.number(),
  late: z.number(),
  /** Steps that a hand-over gives to others: the open ones, and those that have not started. */
  files: z.number(),
  absence: absenceView.nullable(),
  /** Codes of the services that the agent takes when steps are assigned by load; empty: every service. */
  services: z.array(z.string()),
});
export type DeskColleague = z.infer<typeof deskColleague>;

export const handOverBody = z
  .object({
    /** Last day of an absence of the colleague that begins today; null declares none. */
    until: day().nullable(),
    /** Each step goes to the receiver with the fewest open steps. Without receivers the steps have no owner. */
    to: z
      .array(agentId, { error: v('required') })
      .max(50, v('tooMany'))
      .refine((ids) => new Set(ids).size === ids.length, v('invalid')),
    /** What the receivers read. */
    reason: optionalText(maxHandOverReason),
  })
  .refine(({ until, to }) => until !== null || to.length > 0, {
    path: ['to'],
    error: v('required'),
  })
  .refine(({ to, reason }) => to.length === 0 || reason !== null, {
    path: ['reason'],
    error: v('required'),
  });
export type HandOverBody = z.output<typeof handOverBody>;

export const agentServicesBody = z.object({
  services: z.array(refCode(), { error: v('required') }).max(200, v('tooMany')),
});

export const deskCalls = defineArea('processing', {
  getDesk: {
    route: 'GET /processing/desk',
    permission: 'organisation:govern',
    summary: 'Active agents of one’s organisation with their open and late steps',
    response: z.object({
      /** A newly assigned step gets the present agent with the fewest open steps. */
      assignsByLoad: z.boolean(),
      colleagues: z.array(deskColleague),
    }),
  },
  changeAssignment: {
    route: 'PUT /processing/desk',
    permission: 'organisation:govern',
    summary:
      'Whether newly assigned steps of one’s organisation get an agent automatically, by load',
    body: z.object({ assignsByLoad: z.boolean({ error: v('required') }) }),
    response: acknowledged,
  },
  setAgentServices: {
    route: 'PUT /processing/desk/:userId/services',
    permission: 'organisation:govern',
    summary:
      'The services that an agent takes when steps are assigned by load; none: every service',
    params: z.object({ userId: agentId }),
    body: agentServicesBody,
    response: acknowledged,
  },
  handOverFiles: {
    route: 'POST /processing/desk/:userId/handOver',
    permission: 'organisation:govern',
    summary:
      'Give every file of an agent of one’s organisation to colleagues, and say until when the agent is away; each receiver gets one notice',
    params: z.object({ userId: agentId }),
    body: handOverBody,
    response: z.object({ handedOver: z.number() }),
  },
});
