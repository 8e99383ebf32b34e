import type { FieldValues, Resolver } from 'react-hook-form';

import { flattenErrors } from '../ui/form/form-error-summary.tsx';

export async function faultsOf<V extends FieldValues, C>(
  resolver: Resolver<V, C, V>,
  values: V,
  context?: C,
): Promise<Record<string, unknown>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolver(values, context, options);
  return Object.fromEntries(flattenErrors(errors).map(({ name, message }) => [name, message]));
}
