import styles from './progress-bar.module.css';

/** A bar with its words: how much is done, 0–1. It fills from the side where reading begins. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return (
    <span className={styles['bar']}>
      <span>{label}</span>
      <progress max={1} value={value} aria-label={label} />
    </span>
  );
}
