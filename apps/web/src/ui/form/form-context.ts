import { createContext, useContext, useEffect } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { type Control, useController, useFormContext } from 'react-hook-form';

import { useFieldErrorText } from './field-error-text.ts';

export interface FormIds {
  readonly prefix: string;
  /** Words of each field, by its name, for the summary of errors. */
  readonly labels: Map<string, string>;
}

export const FormIdsContext = createContext<FormIds | null>(null);

/** The id of a field's control in the page, so that the summary can link to it. */
export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^\w-]/g, '-')}`;
}

/** What every bound field takes. */
export interface BoundProps<T extends FieldValues = FieldValues> {
  readonly name: Path<T>;
  readonly label: string;
  /** Shown under the label where a format matters. */
  readonly hint?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Typed names: pass `form.control`. */
  readonly control?: Control<T>;
}

/** Ties one field to the form around it: its value, its id and the words of its error. */
export function useBoundField<T extends FieldValues>(props: BoundProps<T>) {
  const ids = useContext(FormIdsContext);
  const context = useFormContext<T>();
  const control = props.control ?? context.control;
  const { field, fieldState, formState } = useController({ name: props.name, control });
  const errorText = useFieldErrorText();
  const labels = ids?.labels;
  useEffect(() => {
    labels?.set(props.name, props.label);
    return () => {
      labels?.delete(props.name);
    };
  }, [labels, props.name, props.label]);
  return {
    field,
    shared: {
      id: fieldId(ids?.prefix ?? 'field', props.name),
      label: props.label,
      description: props.hint,
      error: errorText(fieldState.error),
      withAsterisk: props.required === true,
      'aria-required': props.required === true ? true : undefined,
      disabled: props.disabled === true || formState.disabled,
    },
  };
}
