import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../lib/http/api-client.ts';
import { formatClock } from '../../lib/format/formats.ts';
import { subscribeToServerTime, serverNow } from '../../lib/http/server-time.ts';
import { expireSession, type Session, startSession } from '../../lib/session/session.ts';
import layout from '../../ui/layout/layout.module.css';
import { useAttempt } from '../../ui/use-failure.ts';
import styles from './layout.module.css';

/** Milliseconds before the end of a session at which the warning appears. */
export const warningLeadMs = 5 * 60_000;

/** Warns before the session ends: extend it, or save and sign in again. */
export function SessionEnding({ session }: { session: Session }) {
  const { t } = useTranslation('layout');
  const attempt = useAttempt();
  const [warnedFor, setWarnedFor] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const wait = Math.max(0, session.expiresAt - warningLeadMs - serverNow());
      timer = setTimeout(() => setWarnedFor(session.token), Math.min(wait, 2_147_483_647));
    };
    plan();
    const stop = subscribeToServerTime(plan);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);

  const stay = async () => {
    setRunning(true);
    await attempt(async () => {
      const { data } = await call('renewSession', {});
      startSession(data.token);
    });
    setRunning(false);
  };
  const signInAgain = () => {
    call('signOut', {}, { token: session.token }).catch(() => undefined);
    expireSession();
  };
  const isWarned = warnedFor === session.token;
  const canStay = session.renewableUntil > session.expiresAt;
  return (
    <div role="status" className={isWarned ? styles['ending'] : undefined}>
      {isWarned ? (
        <>
          <p>{t('session.ending', { time: formatClock(session.expiresAt) })}</p>
          <button
            type="button"
            className={`${layout['outlined'] ?? ''} ${layout['strong'] ?? ''}`}
            disabled={isRunning}
            onClick={() => {
              if (canStay) void stay();
              else signInAgain();
            }}
          >
            {t(canStay ? 'session.stay' : 'session.again')}
          </button>
        </>
      ) : null}
    </div>
  );
}
