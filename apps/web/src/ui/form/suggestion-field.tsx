import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';

import { choiceSearch, type OtherNames } from './choice-search.ts';
import { directionOf } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import './list-styles.ts';

/** A text field with suggestions; any other text is accepted. */
export function BoundSuggestionField<T extends FieldValues>({
  suggestions,
  autoComplete = 'off',
  maxLength,
  otherNames,
  ...props
}: BoundProps<T> & {
  suggestions: readonly string[];
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  otherNames?: OtherNames;
}) {
  const { field, shared } = useBoundField(props);
  const filter = useMemo(() => choiceSearch(otherNames), [otherNames]);
  return (
    <Autocomplete
      {...shared}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onChange={field.onChange}
      // The library throws on duplicate values.
      data={[...new Set(suggestions)]}
      filter={filter}
      onFocus={otherNames?.fetch}
      autoComplete={autoComplete}
      maxLength={maxLength}
      {...directionOf(field.value)}
    />
  );
}
