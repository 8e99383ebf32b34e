import styles from './unread-badge.module.css';

/** Count badge, visual only: its parent's name contains the count as text. Nothing for 0. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['badge']} aria-hidden>
      <bdi>{count}</bdi>
    </span>
  );
}
