import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';

import { useOtherNames, useReferenceChoices } from '../reference/reference-choices.ts';
import { BoundSelect } from '../../ui/form/choice-fields.tsx';
import { type BoundProps, useBoundField } from '../../ui/form/form-context.ts';
import { BoundSuggestionField } from '../../ui/form/suggestion-field.tsx';
import { BoundTextField } from '../../ui/form/text-fields.tsx';

/**
 * A province: a code of the list in Morocco, any text elsewhere. A text outside the list remains a choice. When the
 * list fails to load, the field accepts a name, which the server also resolves.
 */
export function ProvinceField<T extends FieldValues>({
  isInMorocco,
  ...props
}: BoundProps<T> & { isInMorocco: boolean }) {
  const { choices, error } = useReferenceChoices('PROVINCE');
  const otherNames = useOtherNames('PROVINCE');
  const { field } = useBoundField(props);
  const value = field.value as string | null | undefined;
  if (!isInMorocco || (choices === undefined && error !== undefined)) {
    return <BoundTextField<T> {...props} maxLength={100} autoComplete="address-level1" />;
  }
  const isOwnText =
    choices !== undefined &&
    value !== null &&
    value !== undefined &&
    value !== '' &&
    !choices.some((choice) => choice.value === value);
  return (
    <BoundSelect<T>
      {...props}
      // Until the list is loaded the field would show the value as empty.
      disabled={props.disabled === true || choices === undefined}
      choices={[
        ...(isOwnText ? [{ value, label: value }] : []),
        ...(choices ?? []).map((choice) => ({ value: choice.value, label: choice.label })),
      ]}
      searchable
      otherNames={otherNames}
    />
  );
}

/** A city, with the communes of the province as suggestions. */
export function CityField<T extends FieldValues>({
  province,
  ...props
}: BoundProps<T> & {
  province: string | null;
}) {
  const { choices = [] } = useReferenceChoices('COMMUNE');
  const { fetch, of } = useOtherNames('COMMUNE');
  const communes = useMemo(
    () => choices.filter(({ parent }) => parent === province),
    [choices, province],
  );
  // The value of a suggestion is its label, which identifies the commune.
  const otherNames = useMemo(
    () => ({
      fetch,
      of: (words: string) =>
        communes.filter(({ label }) => label === words).flatMap(({ value }) => of(value)),
    }),
    [communes, fetch, of],
  );
  return (
    <BoundSuggestionField<T>
      {...props}
      suggestions={communes.map(({ label }) => label)}
      otherNames={otherNames}
      autoComplete="address-level2"
      maxLength={100}
    />
  );
}
