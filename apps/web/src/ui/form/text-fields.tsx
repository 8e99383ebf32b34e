import { Textarea, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';

import { directionOf, ltrControl } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

/** One line of text. `isLtr` keeps codes and e-mails left to right inside Arabic. */
export function BoundTextField<T extends FieldValues>({
  type = 'text',
  autoComplete,
  isLtr = false,
  maxLength,
  inputMode,
  ...props
}: BoundProps<T> & {
  type?: 'text' | 'email' | 'tel' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  isLtr?: boolean;
  maxLength?: number;
  inputMode?: 'numeric' | 'text' | 'email' | 'url';
}) {
  const { field, shared } = useBoundField(props);
  return (
    <TextInput
      {...shared}
      {...field}
      value={field.value ?? ''}
      type={type}
      disabled={shared.disabled}
      autoComplete={autoComplete}
      maxLength={maxLength}
      inputMode={inputMode}
      {...(isLtr || type !== 'text' ? ltrControl : directionOf(field.value))}
    />
  );
}

/** Several lines of text. */
export function BoundTextArea<T extends FieldValues>({
  rows = 4,
  maxLength,
  ...props
}: BoundProps<T> & { rows?: number; maxLength?: number }) {
  const { field, shared } = useBoundField(props);
  return (
    <Textarea
      {...shared}
      {...field}
      value={field.value ?? ''}
      disabled={shared.disabled}
      rows={rows}
      maxLength={maxLength}
      {...directionOf(field.value)}
    />
  );
}
