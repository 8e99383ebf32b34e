import type { FieldValues } from 'react-hook-form';

import { FileField, type FileFieldProps } from './file-field.tsx';
import { type BoundProps, useBoundField } from './form-context.ts';

export function BoundFileField<T extends FieldValues>({
  kind,
  isRow,
  pagesKey,
  progress,
  onCancel,
  ...props
}: BoundProps<T> & Pick<FileFieldProps, 'kind' | 'isRow' | 'pagesKey' | 'progress' | 'onCancel'>) {
  const { field, shared } = useBoundField(props);
  return (
    <FileField
      id={shared.id}
      label={shared.label}
      hint={props.hint}
      kind={kind}
      isRow={isRow === true}
      {...(pagesKey === undefined ? {} : { pagesKey })}
      required={props.required}
      disabled={shared.disabled}
      error={shared.error}
      value={field.value ?? null}
      onChange={field.onChange}
      progress={progress}
      onCancel={onCancel}
      inputRef={field.ref}
    />
  );
}
