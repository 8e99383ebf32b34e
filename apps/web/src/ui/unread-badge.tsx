import styles from './unread-badge.module.css';

/** A number on a spot: to the eye only, the name of what carries it says it in words. Nothing for none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['badge']} aria-hidden>
      <bdi>{count > 99 ? '99+' : count}</bdi>
    </span>
  );
}
