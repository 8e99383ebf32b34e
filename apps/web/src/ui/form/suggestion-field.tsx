import { TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';

import { choiceSearch, type OtherNames } from './choice-search.ts';
import { directionOf } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import { loadSelect, useListFields } from './lazy-select.tsx';

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
  const Autocomplete = useListFields()?.Autocomplete;
  const isFocused = useRef(false);
  const { id } = shared;
  useEffect(() => {
    const input = document.getElementById(id);
    if (!isFocused.current || !(input instanceof HTMLInputElement)) return;
    // The loaded field replaced the one with the focus.
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [Autocomplete, id]);
  const common = {
    ...shared,
    name: field.name,
    ref: field.ref,
    value: field.value ?? '',
    onFocus: () => {
      isFocused.current = true;
      void loadSelect();
      otherNames?.fetch();
    },
    onBlur: () => {
      isFocused.current = false;
      field.onBlur();
    },
    autoComplete,
    maxLength,
    ...directionOf(field.value),
  };
  if (Autocomplete === undefined)
    return (
      <TextInput
        {...common}
        // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- closed, as the library's own, it controls nothing
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      />
    );
  return (
    <Autocomplete
      {...common}
      onChange={field.onChange}
      // The library throws on duplicate values.
      data={[...new Set(suggestions)]}
      filter={filter}
    />
  );
}
