import { TextInput } from '@mantine/core';
import { asciiDigits, toE164, withoutBidiControls } from '@wasl/contracts';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { ltrControl } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

/** Digits of a number without the prefix, in any of its forms, and without the leading 0. */
export function nationalDigits(text: string, prefix: string): string {
  const code = prefix.replace(/\D/g, '');
  return asciiDigits(withoutBidiControls(text))
    .replace(/[^\d+]/g, '')
    .replace(new RegExp(`^(?:\\+${code}|00${code})?0?`), '');
}

function isNumberOf(text: string, prefix: string): boolean {
  return toE164(text, prefix)?.startsWith(prefix) === true;
}

/**
 * Formats a valid number of the prefix as `(+212) 612 34 56 78`, and returns other text unchanged. National digits are
 * grouped by three and two; other countries also have longer numbers.
 */
export function shownPhone(text: string, prefix: string): string {
  if (!isNumberOf(text, prefix)) return text;
  const digits = nationalDigits(text, prefix);
  const [start = '', ...pairs] = digits.match(/^\d{3}|\d{2}(?!\d$)|\d+$/g) ?? [];
  return `(${prefix}) ${[start, ...pairs].join(' ')}`;
}

/**
 * A phone number with its prefix, typed or pasted in any form and with any digits. On blur the form stores the national
 * digits (nine in Morocco) without the leading 0; until then, or when invalid, the text as typed.
 */
export function PhoneField<T extends FieldValues>({
  prefix: chosen,
  ...props
}: BoundProps<T> & {
  /** Null in a draft of an earlier version. */
  prefix?: string | null;
}) {
  const prefix = chosen ?? '+212';
  const { field, shared } = useBoundField(props);
  const [isTyping, setTyping] = useState(false);
  const value = (field.value as string | null | undefined) ?? '';
  return (
    <TextInput
      {...shared}
      {...ltrControl}
      name={field.name}
      ref={field.ref}
      value={isTyping ? value : shownPhone(value, prefix)}
      onChange={(event) => {
        setTyping(true);
        field.onChange(event.currentTarget.value);
      }}
      onBlur={() => {
        setTyping(false);
        if (value !== '' && isNumberOf(value, prefix))
          field.onChange(nationalDigits(value, prefix));
        field.onBlur();
      }}
      // A field of type "tel" may not ask for a number without its prefix.
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={`(${prefix}) 6__ __ __ __`}
    />
  );
}
