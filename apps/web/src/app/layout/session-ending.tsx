import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatClock } from '../../lib/formats.ts';
import type { Session } from '../../lib/session.ts';
import styles from './layout.module.css';

/** How long before its end a session is announced to be ending, in milliseconds. */
export const warningLead = 5 * 60_000;

/** Tells that the session is about to end, in time to act. */
export function SessionEnding({ session }: { session: Session }) {
  const { t } = useTranslation('layout');
  const [warnedFor, setWarnedFor] = useState<string>();
  useEffect(() => {
    const wait = Math.max(0, session.expiresAt - warningLead - Date.now());
    const timer = setTimeout(
      () => {
        setWarnedFor(session.token);
      },
      Math.min(wait, 2_147_483_647),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [session]);
  return (
    <div role="status" aria-live="polite">
      {warnedFor === session.token ? (
        <p className={styles['ending']}>
          {t('session.ending', { time: formatClock(session.expiresAt) })}
        </p>
      ) : null}
    </div>
  );
}
