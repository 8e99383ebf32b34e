import { Progress, Stack } from '@mantine/core';

import '@mantine/core/styles/Progress.css';

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
      {/* The words beside it say the same. */}
      <Progress value={percent} size={6} aria-hidden />
    </Stack>
  );
}
