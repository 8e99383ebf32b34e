import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';

import { choiceSearch, type OtherNames } from './choice-search.ts';
import { directionOf } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import './list-styles.ts';

/** One line of text with suggestions; any other text is taken too. */
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
  /** Names that a suggestion is found by beside its words. */
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
      // The library refuses the same words twice.
      data={[...new Set(suggestions)]}
      filter={filter}
      onFocus={otherNames?.fetch}
      autoComplete={autoComplete}
      maxLength={maxLength}
      {...directionOf(field.value)}
    />
  );
}
