import type { PendingApproval } from '@wasl/contracts';
import { useEffect, useRef } from 'react';

import frame from '../theme/frame.module.css';
import styles from './pending-panel.module.css';
import type { Translate } from './landing-texts.ts';

/** Parses the error details of a pending approval; null when unreadable. */
export function pendingOf(details: unknown): PendingApproval | null {
  if (typeof details !== 'object' || details === null) return null;
  const { organisation, isOrganisationApproved, colleagues } = details as Partial<PendingApproval>;
  return typeof organisation === 'string' &&
    typeof isOrganisationApproved === 'boolean' &&
    typeof colleagues === 'number'
    ? { organisation, isOrganisationApproved, colleagues }
    : null;
}

/** Shown to an agent before the approval: who approves, and what to do meanwhile. */
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
  /** The last retry found the approval still pending. */
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
  // Bidi isolates: a name may have another direction than the sentence.
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
        <li>
          <a href="/contact">{t('footer.contact')}</a>
        </li>
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
