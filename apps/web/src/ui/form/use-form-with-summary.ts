import { type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';

/** A form whose error summary takes the focus, instead of the first invalid field. */
export function useFormWithSummary<V extends FieldValues, C = unknown, O = V>(
  options: UseFormProps<V, C, O>,
): UseFormReturn<V, C, O> {
  return useForm<V, C, O>({ shouldFocusError: false, ...options });
}
