import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

import { useFormWithSummary } from './use-form-with-summary.ts';

/** A form validated by a schema, which sends the schema's output; the error summary takes the focus. */
export function useSchemaForm<V extends FieldValues, O extends FieldValues>(
  schema: z.ZodType<O, V>,
  defaultValues: DefaultValues<V>,
): UseFormReturn<V, unknown, O> {
  return useFormWithSummary({ resolver: zodResolver(schema), defaultValues });
}
