import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

export interface Rule<T> {
  readonly at: string;
  readonly fault: string;
  /** @param values may contain anything in fields with errors of their own */
  readonly isBroken: (values: Partial<T>) => boolean;
}

/** Adds rules on several fields to a schema, so that all errors are shown at once. */
export function withRules<S extends z.ZodType>(schema: S, rules: readonly Rule<z.output<S>>[]): S {
  return rules.reduce(
    (all, { at, fault, isBroken }) =>
      all.refine((values) => !isBroken(values as Partial<z.output<S>>), {
        path: at.split('.'),
        error: fault,
        when: () => true,
      }),
    schema,
  );
}

/** Validates a form by a schema and returns the values unchanged; the form's codec creates the body. */
export function formResolver<V extends FieldValues, C = unknown>(
  schema: z.ZodType,
): Resolver<V, C, V> {
  return zodResolver(schema as z.ZodType<unknown, V>, undefined, { raw: true, mode: 'sync' });
}
