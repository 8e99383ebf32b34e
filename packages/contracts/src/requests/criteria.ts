import { z } from 'zod';

import { boundsOfDay } from '../wire/dates.ts';
import { line, v } from '../wire/text.ts';
import { isDay, refCode } from '../wire/values.ts';
import { agreements } from './statuses.ts';

/** Operations as the wire spells them. */
export const operations = [
  'EQUALS',
  'LESS_THAN_OR_EQUALS',
  'GREATHER_THAN_OR_EQUALS',
  'CONTAINS',
] as const;

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/;

/** A day (its start or end in Morocco) or an instant. Output: a Date. */
export const dayBound = (side: 'start' | 'end') =>
  z
    .string({ error: v('date') })
    .refine(
      (value) => isDay(value.slice(0, 10)) && (value.length === 10 || instantPattern.test(value)),
      v('date'),
    )
    .transform((value) => (value.length === 10 ? boundsOfDay(value)[side] : new Date(value)))
    .refine((date) => !Number.isNaN(date.getTime()), v('date'));

/** Actions that a followed request may need from its owner: upload documents, answer a message, rate a step. */
export const pendingActions = ['HAND_IN', 'ANSWER', 'RATE'] as const;
export type PendingAction = (typeof pendingActions)[number];

/** One criterion; each key accepts only the operations that fit it. */
export const criterion = z.discriminatedUnion(
  'key',
  [
    z.object({
      key: z.literal('numRequest'),
      operation: z.enum(['CONTAINS', 'EQUALS'], { error: v('filter') }),
      // A number with a prefix and spaces, as people copy it.
      value: line(40),
    }),
    z.object({
      key: z.literal('status'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      value: refCode(),
    }),
    z.object({
      key: z.literal('agreement'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      value: z.enum(agreements, { error: v('filter') }),
    }),
    z.object({
      key: z.literal('turn'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      value: z.enum(pendingActions, { error: v('filter') }),
    }),
    z.object({
      key: z.literal('startDate'),
      operation: z.literal('GREATHER_THAN_OR_EQUALS', { error: v('filter') }),
      value: dayBound('start'),
    }),
    z.object({
      key: z.literal('endDate'),
      operation: z.literal('LESS_THAN_OR_EQUALS', { error: v('filter') }),
      value: dayBound('end'),
    }),
  ],
  { error: v('filter') },
);
export type Criterion = z.output<typeof criterion>;
export type CriterionInput = z.input<typeof criterion>;
export type CriterionKey = Criterion['key'];

interface CriterionOption {
  readonly shape: { readonly key: z.ZodLiteral<string> };
}
const emptyValues: readonly unknown[] = ['', null];

/**
 * A list of criteria. A criterion with an empty value is ignored, because forms send empty fields too.
 * @param most the largest number of criteria
 */
export function criteriaOf<
  Options extends readonly [
    z.core.$ZodTypeDiscriminable & CriterionOption,
    ...(z.core.$ZodTypeDiscriminable & CriterionOption)[],
  ],
>(options: z.ZodDiscriminatedUnion<Options>, most: number) {
  const list = z.array(options).max(most, v('tooMany'));
  const keys = new Set(options.options.map(({ shape }) => shape.key.value));
  const isEmpty = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return false;
    const { key, value } = one as { key?: unknown; value?: unknown };
    const text = typeof value === 'string' ? value.trim() : value;
    return typeof key === 'string' && keys.has(key) && emptyValues.includes(text);
  };
  return z.preprocess<unknown, typeof list, z.input<typeof list>>(
    (value) => (Array.isArray(value) ? value.filter((one) => !isEmpty(one)) : value),
    list,
  );
}

/** The criteria of a list call; all must match. */
export const criteria = criteriaOf(criterion, 10);
