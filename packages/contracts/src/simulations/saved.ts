import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { line } from '../wire/text.ts';
import { id } from '../wire/values.ts';
import { premiumSchemes, ruleSetView } from './premium-rules.ts';

/** Maximum simulations in a list, the latest ones. */
export const maxSavedSimulations = 100;

export const savedSimulation = z.object({
  id: z.number(),
  scheme: z.enum(premiumSchemes),
  /** The owner's name for it, else the project's title. */
  name: z.string(),
  /** An instant, ISO. */
  createdAt: z.string(),
  /** Percent. */
  rate: z.number(),
  /** M MAD. */
  amount: z.number(),
  rulesVersion: z.string(),
  /** End of the shared link to its figures, an instant, ISO; null without a link. */
  sharedUntil: z.string().nullable(),
});
export type SavedSimulation = z.infer<typeof savedSimulation>;

const record = z.record(z.string(), z.unknown());
export const simulationName = z.object({ name: line(200) });

export const shareDays = 30;

export const savedSimulationsCalls = defineArea('simulations', {
  listSimulations: {
    route: 'GET /simulations',
    permission: 'simulation:use',
    summary: 'The caller’s simulations, the latest first, 100 at most',
    response: z.array(savedSimulation),
  },
  getSimulation: {
    route: 'GET /simulations/:id',
    permission: 'simulation:use',
    summary:
      'A saved simulation of the caller: its form, its result with the explanation, and the rules that computed it',
    params: z.object({ id }),
    response: savedSimulation.extend({
      form: record,
      /** As in the answer that computed it, without its number. */
      result: record,
      details: record,
      ruleSet: ruleSetView,
    }),
  },
  renameSimulation: {
    route: 'PUT /simulations/:id',
    permission: 'simulation:use',
    summary: 'Name a simulation of the caller',
    params: z.object({ id }),
    body: simulationName,
    response: acknowledged,
  },
  copySimulation: {
    route: 'POST /simulations/:id/copy',
    permission: 'simulation:use',
    summary: 'Save a copy of the caller’s simulation under another name',
    params: z.object({ id }),
    body: simulationName,
    response: { status: 201, body: z.object({ id: z.number() }) },
  },
  shareSimulation: {
    route: 'POST /simulations/:id/share',
    permission: 'simulation:use',
    summary:
      'A link that shows the figures of the caller’s simulation and no person. It replaces an earlier one, and only this answer has it',
    params: z.object({ id }),
    response: { status: 201, body: z.object({ url: z.string(), expiresAt: z.string() }) },
  },
  unshareSimulation: {
    route: 'DELETE /simulations/:id/share',
    permission: 'simulation:use',
    summary: 'Revoke the link of the caller’s simulation',
    params: z.object({ id }),
    response: acknowledged,
  },
  deleteSimulation: {
    route: 'DELETE /simulations/:id',
    permission: 'simulation:use',
    summary: 'Delete a simulation of the caller for good',
    params: z.object({ id }),
    response: acknowledged,
  },
});
