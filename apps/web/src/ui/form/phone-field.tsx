import { TextInput } from '@mantine/core';
import { asciiDigits, toE164, withoutBidiControls } from '@wasl/contracts';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { ltrControl } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

/** What is left of a number once the prefix, in any of its forms, and the leading 0 are gone. */
export function nationalDigits(text: string, prefix: string): string {
  const code = prefix.replace(/\D/g, '');
  return asciiDigits(withoutBidiControls(text))
    .replace(/[^\d+]/g, '')
    .replace(new RegExp(`^(?:\\+${code}|00${code})?0?`), '');
}

/** Whether the text is a number of the prefix: not one that carries another. */
function isNumberOf(text: string, prefix: string): boolean {
  return toE164(text, prefix)?.startsWith(prefix) === true;
}

/**
 * `(+212) 612 34 56 78` for a number that is one behind its prefix; anything else as it was written. The national
 * digits stand in groups of three and two; other countries have longer numbers too.
 */
export function shownPhone(text: string, prefix: string): string {
  if (!isNumberOf(text, prefix)) return text;
  const digits = nationalDigits(text, prefix);
  const [start = '', ...pairs] = digits.match(/^\d{3}|\d{2}(?!\d$)|\d+$/g) ?? [];
  return `(${prefix}) ${[start, ...pairs].join(' ')}`;
}

/**
 * A phone number behind its prefix, typed or pasted in any form and with any digits. The form holds the national digits
 * (nine in Morocco), without the leading 0, once the field is left with a number; until then what was typed.
 */
export function PhoneField<T extends FieldValues>({
  prefix: chosen,
  ...props
}: BoundProps<T> & {
  /** A draft of an earlier version may hold none. */
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
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={`(${prefix}) 6__ __ __ __`}
    />
  );
}
