import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';

import '@mantine/core/styles/NumberInput.css';

import { ltrControl } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

/** A number; the value is a number, or an empty text while nothing is typed. */
export function BoundNumber<T extends FieldValues>({
  min,
  max,
  decimals = 0,
  unit,
  ...props
}: BoundProps<T> & { min?: number; max?: number; decimals?: number; unit?: ReactNode }) {
  const { field, shared } = useBoundField(props);
  return (
    <NumberInput
      {...shared}
      {...ltrControl}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onChange={field.onChange}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={min === undefined || min < 0}
      // A plain space would end the number where the page runs from right to left.
      thousandSeparator={'\u00a0'}
      decimalSeparator=","
      allowedDecimalSeparators={[',', '.']}
      clampBehavior="none"
      hideControls
      rightSection={unit}
      rightSectionWidth={unit === undefined ? 0 : 72}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
    />
  );
}
