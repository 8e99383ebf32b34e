import { type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';

/** A form whose summary of errors takes the focus, in the place of its first faulty field. */
export function useSummedForm<V extends FieldValues, C = unknown, O = V>(
  options: UseFormProps<V, C, O>,
): UseFormReturn<V, C, O> {
  return useForm<V, C, O>({ shouldFocusError: false, ...options });
}
