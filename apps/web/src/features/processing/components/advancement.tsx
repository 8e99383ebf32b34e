import { useFormats } from '../../../lib/formats.ts';
import styles from './worklist.module.css';

/** How far a step is, in words and as a bar. */
export function Advancement({ percent }: { percent: number }) {
  const formats = useFormats();
  const text = formats.percent(percent);
  return (
    <span className={styles['percent']}>
      <span>
        <bdi>{text}</bdi>
      </span>
      {/* The words beside it say the same. */}
      <progress max={100} value={percent} aria-hidden />
    </span>
  );
}
