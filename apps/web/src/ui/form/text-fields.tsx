import { Textarea, TextInput } from '@mantine/core';
import type { Lang } from '@wasl/contracts';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';

import { directionOf, languageControl, ltrControl } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

const wordsOf = (lang: Lang | undefined, value: unknown) =>
  lang === undefined ? directionOf(value) : languageControl(lang, value);

/** `isLtr` keeps codes and e-mails left to right in Arabic. */
export function BoundTextField<T extends FieldValues>({
  type = 'text',
  autoComplete,
  isLtr = false,
  lang,
  maxLength,
  inputMode,
  ...props
}: BoundProps<T> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'datetime-local';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  isLtr?: boolean;
  /** Language of the text; without it the direction follows the text. */
  lang?: Lang | undefined;
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
      {...(isLtr || type !== 'text' ? ltrControl : wordsOf(lang, field.value))}
    />
  );
}

export function BoundTextArea<T extends FieldValues>({
  rows = 4,
  maxLength,
  lang,
  ...props
}: BoundProps<T> & { rows?: number; maxLength?: number; lang?: Lang | undefined }) {
  const { field, shared } = useBoundField(props);
  return (
    <Textarea
      {...shared}
      {...field}
      value={field.value ?? ''}
      disabled={shared.disabled}
      rows={rows}
      maxLength={maxLength}
      {...wordsOf(lang, field.value)}
    />
  );
}
