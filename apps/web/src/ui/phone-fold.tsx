import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';

import { useAfterFirstPaint } from '../lib/http/first-paint.ts';
import styles from './phone-fold.module.css';

/** On a phone, collapses the content before a list behind a button; in a wide window it is always visible. */
export function PhoneFold({
  label,
  icon,
  isOpen,
  onToggle,
  buttonRef,
  children,
}: {
  /** Label of the button; it may contain a count. */
  label: ReactNode;
  icon: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  const id = useId();
  const isRendered = useAfterFirstPaint(true, false) || isOpen;
  return (
    <div>
      <button
        type="button"
        ref={buttonRef}
        className={styles['button']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        {icon}
        <span>{label}</span>
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={id} className={styles['content']}>
        {isRendered ? children : null}
      </div>
    </div>
  );
}
