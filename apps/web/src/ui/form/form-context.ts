import { createContext, useContext, useEffect } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { type Control, useController, useFormContext } from 'react-hook-form';

import { afterPress } from './after-press.ts';
import { useFieldErrorText } from './field-error-text.ts';

export interface FormIds {
  readonly prefix: string;
  /** Labels by field name, for the error summary. */
  readonly labels: Map<string, string>;
}

export const FormIdsContext = createContext<FormIds | null>(null);

/** Element id of a field's control, for links from the error summary. */
export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^\w-]/g, '-')}`;
}

export interface BoundProps<T extends FieldValues = FieldValues> {
  readonly name: Path<T>;
  readonly label: string;
  /** Shown under the label, for example a format. */
  readonly hint?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Pass `form.control` to type `name`. */
  readonly control?: Control<T>;
}

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
    // An error that appears on leaving the field moves what is below it.
    field: { ...field, onBlur: () => afterPress(field.onBlur) },
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
