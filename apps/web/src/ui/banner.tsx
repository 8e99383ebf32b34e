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
 * A persistent message: the problem and its solution. Mantine's Alert always has the role `alert`, which would
 * interrupt a screen reader for a message that is not new.
 */
export function Banner({
  tone,
  title,
  live = false,
  children,
}: {
  tone: keyof typeof icons;
  title?: string;
  /** The message follows an action and is announced at once. */
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
          <p className={layout['userText']} dir="auto">
            {children}
          </p>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
