import { Box, Stack } from '@mantine/core';

import { useFormats } from '../../../../lib/format/formats.ts';

/** How far a step is, in words and as a bar. */
export function Advancement({ percent }: { percent: number }) {
  const formats = useFormats();
  const text = formats.percent(percent);
  return (
    <Stack component="span" gap={2} miw={64}>
      <span>
        <bdi>{text}</bdi>
      </span>
      {/* The words beside it say the same. Not Mantine's: a picture of 2.6 kB in the first load. */}
      <Box component="span" bdrs="xl" bg="var(--wasl-neutral-soft)" aria-hidden>
        <Box
          component="span"
          display="block"
          w={`${String(percent)}%`}
          h={6}
          bdrs="xl"
          bg="var(--wasl-primary)"
        />
      </Box>
    </Stack>
  );
}
