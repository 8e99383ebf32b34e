import { Stack } from '@mantine/core';

import { useFormats } from '../../../lib/formats.ts';
import styles from './worklist.module.css';

/** How far a step is, in words and as a bar. */
export function Advancement({ percent }: { percent: number }) {
  const formats = useFormats();
  const text = formats.percent(percent);
  return (
    <Stack component="span" className={styles['percent']} gap={2} miw={64}>
      <span>
        <bdi>{text}</bdi>
      </span>
      {/* The words beside it say the same. Not Mantine's: a picture of 2.6 kB in the first load. */}
      <span className={styles['bar']} aria-hidden>
        <span style={{ inlineSize: `${String(percent)}%` }} />
      </span>
    </Stack>
  );
}
