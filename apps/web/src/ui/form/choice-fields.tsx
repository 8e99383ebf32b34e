import { Checkbox, Group, Radio } from '@mantine/core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { Columns } from '../layout/columns.tsx';
import { choiceSearch, type OtherNames } from './choice-search.ts';
import { useSearchDirection } from './direction.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import { LazySelect } from './lazy-select.tsx';
import './choice-styles.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Single choice from a list; long lists are searchable. */
export function BoundSelect<T extends FieldValues>({
  choices,
  searchable,
  clearable = false,
  otherNames,
  ...props
}: BoundProps<T> & {
  choices: readonly Choice[];
  searchable?: boolean;
  clearable?: boolean;
  otherNames?: OtherNames | undefined;
}) {
  const { t } = useTranslation();
  const { field, shared } = useBoundField(props);
  const direction = useSearchDirection();
  const filter = useMemo(() => choiceSearch(otherNames), [otherNames]);
  return (
    <LazySelect
      {...shared}
      {...direction}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      // An empty choice is '' where the contract takes any text.
      value={field.value === '' ? null : (field.value ?? null)}
      onChange={field.onChange}
      data={choices}
      searchable={searchable ?? choices.length > 8}
      filter={filter}
      onFocus={otherNames?.fetch}
      clearable={clearable}
      // Choosing the selected item again does not clear it.
      allowDeselect={clearable}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.noMatch')}
      checkIconPosition="right"
      autoComplete="off"
    />
  );
}

function useGroup<T extends FieldValues>(props: BoundProps<T>) {
  const { field, shared } = useBoundField(props);
  return {
    field,
    group: {
      label: shared.label,
      description: shared.description,
      error: shared.error,
      withAsterisk: shared.withAsterisk,
      onChange: field.onChange,
      onBlur: field.onBlur,
    },
    controlOf: ({ value, label }: Choice, index: number) => ({
      // The error summary links to the first control.
      id: index === 0 ? shared.id : `${shared.id}-${String(index)}`,
      ref: index === 0 ? field.ref : undefined,
      value,
      label,
      disabled: shared.disabled,
    }),
  };
}

export function BoundRadio<T extends FieldValues>({
  choices,
  ...props
}: BoundProps<T> & { choices: readonly Choice[] }) {
  const { field, group, controlOf } = useGroup(props);
  return (
    <Radio.Group {...group} name={field.name} value={field.value ?? null}>
      <Group gap="12px 24px" py={6}>
        {choices.map((choice, index) => (
          <Radio key={choice.value} {...controlOf(choice, index)} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** The value is an array of codes. */
export function BoundCheckboxGroup<T extends FieldValues>({
  choices,
  ...props
}: BoundProps<T> & { choices: readonly Choice[] }) {
  const { field, group, controlOf } = useGroup(props);
  return (
    <Checkbox.Group {...group} value={(field.value as string[] | null | undefined) ?? []}>
      <Columns min={250}>
        {choices.map((choice, index) => (
          <Checkbox key={choice.value} {...controlOf(choice, index)} />
        ))}
      </Columns>
    </Checkbox.Group>
  );
}
