import { z } from 'zod';

const value = z.union([z.number(), z.string(), z.boolean()]);
const operator = z.enum(['>', '>=']);
const bound = z.number().optional();

/** The rule behind a premium's rate. Rates, shares and bounds in percent, unless `unit` differs. */
const premiumRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bracket'),
    unit: z.enum(['jobsPerMillion', 'percent']),
    bounds: z.object({ gt: bound, gte: bound, lt: bound, lte: bound }),
    rate: z.number(),
  }),
  z.object({
    kind: z.literal('threshold'),
    operator,
    bound: z.number(),
    rate: z.number(),
    met: z.boolean(),
  }),
  z.object({
    kind: z.literal('thresholds'),
    max: z.number(),
    parts: z.array(
      z.object({
        input: z.string(),
        operator,
        bound: z.number(),
        rate: z.number(),
        met: z.boolean(),
      }),
    ),
  }),
  z.object({ kind: z.literal('flag'), rate: z.number(), met: z.boolean() }),
  z.object({
    kind: z.literal('count'),
    per: z.number(),
    max: z.number(),
    count: z.number(),
    inputs: z.array(z.string()),
  }),
  z.object({ kind: z.literal('table'), entry: z.string(), rate: z.number() }),
  z.object({ kind: z.literal('notApplicable'), because: z.string() }),
]);

/** Explanation of a premium, and the smallest change that raises it; amounts in dirhams. */
export const premiumDetail = z.object({
  /** The name of the result's member. */
  key: z.string(),
  rate: z.number(),
  figures: z.record(z.string(), value),
  rule: premiumRule,
  nearest: z
    .object({
      input: z.string(),
      from: value,
      to: value,
      rateTo: z.number(),
      choices: z.array(z.string()).optional(),
    })
    .nullable(),
});

/** Every applicable ceiling, in order; `cut` is 0 where it reduced nothing. */
export const ceilingDetail = z.object({
  key: z.string(),
  unit: z.enum(['percent', 'MAD']),
  limit: z.number(),
  before: z.number(),
  after: z.number(),
  cut: z.number(),
});

export const simulationDetails = z.object({
  premiums: z.array(premiumDetail),
  ceilings: z.array(ceilingDetail),
});

/** Derivation of the base, in dirhams. */
export const generalDetails = simulationDetails.extend({
  base: z.object({
    totalCapex: z.number(),
    foncierPublicExclu: z.number(),
    foncierPriveExclu: z.number(),
    montantPrimable: z.number(),
  }),
});

const jobsGap = z.object({
  operator,
  limit: z.number(),
  value: z.number(),
  missing: z.number(),
});

/** `details` of NOT_ELIGIBLE: what each of the two routes still needs. `limit` and `value` of the CAPEX in dirhams. */
export const notEligibleDetails = z.object({
  rulesVersion: z.string(),
  routes: z.tuple([
    z.object({
      key: z.literal('voieA'),
      capex: z.object({
        operator,
        limit: z.number(),
        value: z.number(),
        /** Centimes, because a single one may be missing. */
        missingCentimes: z.number(),
      }),
      effectif: jobsGap,
    }),
    z.object({ key: z.literal('voieB'), effectif: jobsGap }),
  ]),
});
export type NotEligibleDetails = z.infer<typeof notEligibleDetails>;
