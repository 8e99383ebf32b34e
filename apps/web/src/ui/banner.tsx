import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

import styles from './banner.module.css';
import { LtrNumbers } from './ltr-numbers.tsx';
import tones from './tones.module.css';
import layout from './layout/layout.module.css';

const icons = {
  info: IconInfoCircle,
  warning: IconExclamationCircle,
  error: IconAlertTriangle,
  success: IconCircleCheck,
};

/**
 * Words that stay on the page: what is the matter here, and what to do about it.
 * Mantine's Alert is always an alert: what has stood on the page for long would interrupt a reader.
 */
export function Banner({
  tone,
  title,
  live = false,
  children,
}: {
  tone: keyof typeof icons;
  title?: string;
  /** Appears after an action: read out at once. */
  live?: boolean;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div
      className={`${styles['banner'] ?? ''} ${tones[tone] ?? ''}`}
      data-tone={tone}
      role={live ? 'alert' : undefined}
    >
      <Icon size={20} aria-hidden />
      <div className={styles['body']}>
        {title === undefined ? null : (
          <p className={layout['strong']}>
            <LtrNumbers text={title} />
          </p>
        )}
        {typeof children === 'string' ? (
          <p className={layout['said']} dir="auto">
            {children}
          </p>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
