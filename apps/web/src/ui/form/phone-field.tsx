import { InputBase } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { IMaskInput } from 'react-imask';

import { type BoundProps, useBoundField } from './form-context.ts';

/**
 * `(+212) 000 00 00 00` for the prefix `+212`; a 0 of the prefix itself is no place for a digit.
 * Other countries have longer numbers too: up to 14 digits.
 */
export function phoneMask(prefix: string): string {
  const rest = prefix === '+212' ? '' : '[00000]';
  return `(${prefix.replace(/0/g, '\\0')}) 000 00 00 00${rest}`;
}

/** What is left of a pasted or typed start once the prefix, in any of its forms, and the leading 0 are gone. */
export function nationalDigits(text: string, prefix: string): string {
  const code = prefix.replace(/\D/g, '');
  return text.replace(/[^\d+]/g, '').replace(new RegExp(`^(?:\\+${code}|00${code})?0?`), '');
}

/** A phone number behind its prefix. The value is the national digits (nine in Morocco), without the leading 0. */
export function PhoneField<T extends FieldValues>({
  prefix = '+212',
  ...props
}: BoundProps<T> & { prefix?: string }) {
  const { field, shared } = useBoundField(props);
  return (
    <InputBase
      {...shared}
      component={IMaskInput}
      mask={phoneMask(prefix)}
      unmask
      prepare={(text: string, masked: { unmaskedValue: string }) =>
        masked.unmaskedValue === '' ? nationalDigits(text, prefix) : text
      }
      name={field.name}
      inputRef={field.ref}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onAccept={(value: string) => {
        if (value !== ((field.value as string | null | undefined) ?? '')) field.onChange(value);
      }}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      placeholder={`(${prefix}) 6__ __ __ __`}
    />
  );
}
