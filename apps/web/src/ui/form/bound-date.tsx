import type { FieldValues } from 'react-hook-form';

import { DateField } from './date-field.tsx';
import { type BoundProps, useBoundField } from './form-context.ts';

export function BoundDate<T extends FieldValues>({
  min,
  max,
  around,
  ...props
}: BoundProps<T> & { min?: string; max?: string; around?: string }) {
  const { field, shared } = useBoundField(props);
  const value = field.value as string | null | undefined;
  return (
    <DateField
      id={shared.id}
      label={shared.label}
      description={shared.description}
      error={shared.error}
      withAsterisk={shared.withAsterisk}
      disabled={shared.disabled}
      clearable={props.required !== true}
      ref={field.ref}
      onBlur={field.onBlur}
      value={value === undefined || value === '' ? null : value}
      onChange={field.onChange}
      min={min}
      max={max}
      around={around}
    />
  );
}
