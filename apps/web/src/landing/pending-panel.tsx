import type { PendingApproval } from '@wasl/contracts';
import { useEffect, useRef } from 'react';

import frame from '../theme/frame.module.css';
import styles from './pending-panel.module.css';
import type { Translate } from './words.ts';

/** What the server tells of the approval; null where it tells nothing that can be read. */
export function pendingOf(details: unknown): PendingApproval | null {
  if (typeof details !== 'object' || details === null) return null;
  const { organisation, isOrganisationApproved, colleagues } = details as Partial<PendingApproval>;
  return typeof organisation === 'string' &&
    typeof isOrganisationApproved === 'boolean' &&
    typeof colleagues === 'number'
    ? { organisation, isOrganisationApproved, colleagues }
    : null;
}

/** What an agent sees before the approval: whom they wait for, who can approve, what they can do meanwhile. */
export function PendingPanel({
  pending,
  isRunning,
  isStillPending,
  onRetry,
  onBack,
  t,
}: {
  pending: PendingApproval | null;
  isRunning: boolean;
  /** They have asked again, and nothing has changed. */
  isStillPending: boolean;
  onRetry: () => void;
  onBack: () => void;
  t: Translate;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const waitsForColleague =
    pending !== null && pending.isOrganisationApproved && pending.colleagues > 0;
  // Set apart: a name may run the other way than the sentence around it.
  const organisation = `\u2068${pending?.organisation ?? ''}\u2069`;
  return (
    <div className={styles['panel']}>
      <h2 ref={title} tabIndex={-1} id="sign-in-title">
        {t('pending.title')}
      </h2>
      <p>
        {pending === null
          ? t('pending.lead')
          : pending.isOrganisationApproved
            ? t('pending.joining', { organisation })
            : t('pending.founding', { organisation })}
      </p>
      <h3>{t('pending.whoTitle')}</h3>
      <p>
        {waitsForColleague
          ? t('pending.whoColleague', { count: String(pending.colleagues) })
          : t('pending.whoAdministrator')}
      </p>
      <h3>{t('pending.meanwhileTitle')}</h3>
      <ul>
        {waitsForColleague ? <li>{t('pending.tellColleague')}</li> : null}
        <li>{t('pending.mail')}</li>
        <li>{t('pending.why')}</li>
      </ul>
      <p role="status" className={styles['status']}>
        {isStillPending ? t('pending.still') : ''}
      </p>
      <button
        type="button"
        className={`${frame['button'] ?? ''} ${frame['primary'] ?? ''}`}
        disabled={isRunning}
        onClick={onRetry}
      >
        {isRunning ? t('signIn.running') : t('pending.retry')}
      </button>
      <button
        type="button"
        className={`${frame['button'] ?? ''} ${styles['other'] ?? ''}`}
        disabled={isRunning}
        onClick={onBack}
      >
        {t('pending.back')}
      </button>
    </div>
  );
}
