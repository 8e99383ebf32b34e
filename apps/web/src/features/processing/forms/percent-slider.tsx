import { Box, Group, Stack } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useId } from 'react';

import { useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';

/** A percent from 0 to 100 in steps of 5. The native slider supports arrows and Page keys, and is mirrored in Arabic. */
export function PercentSlider<T extends FieldValues, C, O>({
  name,
  control,
  label,
  hint,
}: {
  name: Path<T>;
  control: Control<T, C, O>;
  label: string;
  hint: string;
}) {
  const id = useId();
  const formats = useFormats();
  const { field } = useController({ name, control });
  const percent = field.value as number;
  const text = formats.percent(percent);
  return (
    <Stack gap={6}>
      <Box component="label" fw={600} htmlFor={id}>
        {label}
      </Box>
      <p className={layout['small']} id={`${id}-hint`}>
        {hint}
      </p>
      <Group gap="md" wrap="nowrap">
        <input
          id={id}
          ref={field.ref}
          name={field.name}
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-describedby={`${id}-hint`}
          aria-valuetext={text}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(Number(event.currentTarget.value))}
        />
        <Box component="output" htmlFor={id} miw="5ch" ta="end" fw={600}>
          <bdi>{text}</bdi>
        </Box>
      </Group>
    </Stack>
  );
}
