import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** A rule on several fields; its fault stands at one of them. */
export interface Rule<T> {
  readonly at: string;
  readonly fault: string;
  /** Fields that are at fault themselves may hold anything. */
  readonly isBroken: (values: Partial<T>) => boolean;
}

/**
 * The schema with rules on several fields, which speak beside the faults of single fields: a person is told all faults
 * at once.
 */
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

/** Judges a form by a schema and hands its values on as they are: what is sent is made of them by the form's codec. */
export function formResolver<V extends FieldValues, C = unknown>(
  schema: z.ZodType,
): Resolver<V, C, V> {
  return zodResolver(schema as z.ZodType<unknown, V>, undefined, { raw: true, mode: 'sync' });
}
