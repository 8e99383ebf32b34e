import { Checkbox } from '@mantine/core';

import '../../ui/form/choice-styles.ts';

import { useBoundField } from '../../ui/form/form-context.ts';

export function BoundCheckbox(props: { name: string; label: string; hint?: string }) {
  const { field, shared } = useBoundField(props);
  return (
    <Checkbox
      id={shared.id}
      ref={field.ref}
      label={shared.label}
      description={shared.description}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={({ currentTarget }) => field.onChange(currentTarget.checked)}
    />
  );
}
