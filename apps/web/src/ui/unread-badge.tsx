import styles from './unread-badge.module.css';

/** Count badge, drawn by the sheet: its parent's name contains the count as text. Nothing for 0. */
export function UnreadBadge({ count }: { count: number }) {
  return count === 0 ? null : <span className={styles['badge']} data-count={count} aria-hidden />;
}
