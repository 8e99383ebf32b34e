import { IconChevronDown } from '@tabler/icons-react';
import type { ChangeEventHandler, ReactNode } from 'react';

import styles from './small-select.module.css';

/** The browser's own choice of one of a few, with an arrow that keeps its distance from the border. */
export function SmallSelect({
  value,
  onChange,
  children,
}: {
  value: string | number;
  onChange: ChangeEventHandler<HTMLSelectElement>;
  children: ReactNode;
}) {
  return (
    <span className={styles['box']}>
      <select value={value} onChange={onChange}>
        {children}
      </select>
      <IconChevronDown size={16} aria-hidden />
    </span>
  );
}
