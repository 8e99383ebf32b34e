import { MultiSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { afterPress } from './after-press.ts';
import type { Choice } from './choice-fields.tsx';
import { choiceSearch } from './choice-search.ts';
import { useSearchDirection } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import './list-styles.ts';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';

const anyLabel = choiceSearch();

/** The value is an array of codes. */
export function BoundMultiSelect<T extends FieldValues>({
  choices,
  ...props
}: BoundProps<T> & { choices: readonly Choice[] }) {
  const { t } = useTranslation();
  const { field, shared } = useBoundField(props);
  const value = (field.value as string[] | null | undefined) ?? [];
  const { onSearchChange, attributes } = useSearchDirection();
  const input = useRef<HTMLInputElement>(null);
  const [isInUse, setInUse] = useState(false);
  // A field with many choices is tall, and its list would open at the bottom of a phone. The margin is in
  // mantine-overrides.css.
  const makeRoom = (): void =>
    input.current
      ?.closest('.mantine-MultiSelect-input')
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return (
    <MultiSelect
      {...shared}
      onSearchChange={onSearchChange}
      attributes={{ inputField: { ...attributes?.input, 'data-in-use': isInUse || undefined } }}
      name={field.name}
      ref={(node) => {
        field.ref(node);
        input.current = node;
      }}
      onDropdownOpen={makeRoom}
      onFocus={() => setInUse(true)}
      onBlur={() => {
        field.onBlur();
        afterPress(() => setInUse(false));
      }}
      value={value}
      onChange={field.onChange}
      data={choices}
      searchable
      filter={anyLabel}
      nothingFoundMessage={t('form.noMatch')}
      {...(value.length === 0 ? { placeholder: t('form.choose') } : {})}
    />
  );
}
