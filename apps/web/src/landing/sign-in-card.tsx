import type { Lang } from '@wasl/contracts';
import { useState, useSyncExternalStore } from 'react';

import { directionOf } from '../lib/format/language.ts';
import frame from '../theme/frame.module.css';
import { PendingPanel, pendingOf } from './pending-panel.tsx';
import styles from './sign-in-card.module.css';
import { useLandingParams } from './use-landing-params.ts';
import { type SignIn, useSignIn, useVisitorState } from './use-sign-in.ts';
import type { Translate } from './landing-texts.ts';

const subscribeToNothing = () => () => undefined;

interface SignInPartProps {
  readonly signIn: SignIn;
  readonly t: Translate;
}

function ResendButton({ signIn, t, to }: SignInPartProps & { to?: string }) {
  return (
    <button type="button" onClick={() => signIn.resend(to)}>
      {t('signIn.resend')}
    </button>
  );
}

/** Messages above the form: the reason for the redirect, or the result of a mailed link. */
function RedirectMessages({
  signIn,
  t,
  landingParams,
}: SignInPartProps & { landingParams: ReturnType<typeof useLandingParams> }) {
  const place = useVisitorState();
  // The confirmation mail can be sent again.
  const isUnconfirmed = landingParams?.kind === 'check' || landingParams?.kind === 'checkAgent';
  return (
    <>
      {landingParams === null ? null : (
        <div className={styles['note']} role="status">
          <p>
            {t(`arrival.${landingParams.kind}`, {
              email: `\u2068${landingParams.email ?? ''}\u2069`,
            })}
          </p>
          {landingParams.fault === undefined ? null : (
            <p lang={landingParams.fault.lang} dir={directionOf(landingParams.fault.lang)}>
              {landingParams.fault.text}
            </p>
          )}
          {isUnconfirmed && !signIn.isResent ? (
            <ResendButton signIn={signIn} t={t} to={landingParams.email ?? ''} />
          ) : null}
        </div>
      )}
      {place === 'ended' ? <p className={styles['note']}>{t('signIn.ended')}</p> : null}
      {place === 'sent' ? <p className={styles['note']}>{t('signIn.needed')}</p> : null}
      {place === 'blocked' ? <p className={styles['note']}>{t('signIn.blocked')}</p> : null}
      {place === 'leaving' ? <p className={styles['note']}>{t('signIn.leaving')}</p> : null}
      {place === 'inside' ? (
        <p className={styles['note']}>
          {t('signIn.already')} <a href="/requests">{t('signIn.continue')}</a>
        </p>
      ) : null}
    </>
  );
}

function EmailField({ signIn, t }: SignInPartProps) {
  const fault = signIn.faults.email;
  return (
    <div className={styles['field']}>
      <label htmlFor="email">{t('signIn.email')}</label>
      <input
        ref={signIn.email}
        id="email"
        name="email"
        type="email"
        dir="ltr"
        autoComplete="username"
        required
        disabled={signIn.isRunning}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby="email-error"
      />
      <p id="email-error" className={styles['error']}>
        {fault === undefined ? undefined : signIn.messages?.validation[fault]}
      </p>
    </div>
  );
}

function PasswordField({ signIn, t }: SignInPartProps) {
  const [isShown, setShown] = useState(false);
  const fault = signIn.faults.password;
  return (
    <div className={styles['field']}>
      <div className={styles['row']}>
        <label htmlFor="password">{t('signIn.password')}</label>
        <a href="/forgotPassword">{t('signIn.forgotten')}</a>
      </div>
      {/* A password is left to right in every language. */}
      <div className={styles['secret']} dir="ltr">
        <input
          ref={signIn.password}
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          autoComplete="current-password"
          required
          disabled={signIn.isRunning}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby="password-error"
        />
        <button
          type="button"
          aria-controls="password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('signIn.hide') : t('signIn.show')}
        </button>
      </div>
      <p id="password-error" className={styles['error']}>
        {fault === undefined ? undefined : signIn.messages?.validation[fault]}
      </p>
    </div>
  );
}

function CodeField({ signIn, t }: SignInPartProps) {
  return (
    <div className={styles['field']}>
      <label htmlFor="code">{t('signIn.code')}</label>
      <input
        ref={signIn.code}
        id="code"
        dir="ltr"
        autoComplete="one-time-code"
        maxLength={40}
        required
        disabled={signIn.isRunning}
        aria-describedby="code-hint"
      />
      <p id="code-hint" className={styles['hint']}>
        {t('signIn.codeHint')}
      </p>
    </div>
  );
}

function refusalText({ refusal, messages }: SignIn, t: Translate): string {
  if (refusal === null) return '';
  if (refusal.code === 'NETWORK') return t('signIn.network');
  if (refusal.code === 'STORAGE') return t('signIn.blocked');
  return refusal.message || (messages?.errors[refusal.code] ?? t('signIn.network'));
}

/** Sign-in form, shaped as the receipt that the product is named after. */
export function SignInCard({ lang, t }: { lang: Lang; t: Translate }) {
  // Before hydration the browser itself would submit the form. A disabled button also blocks Enter.
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const landingParams = useLandingParams();
  // For a new visitor, the estimate is the one primary button.
  const isExpected = useVisitorState() !== 'new' || landingParams !== null;
  const signIn = useSignIn(lang, landingParams?.email);
  const { refusal, isPending, isRunning, isResent } = signIn;
  return (
    <section className={styles['card']} id="sign-in" aria-labelledby="sign-in-title">
      {isPending ? (
        <PendingPanel
          pending={pendingOf(refusal?.details)}
          isRunning={isRunning}
          isStillPending={signIn.isStillPending}
          onRetry={() => void signIn.retry()}
          onBack={signIn.leavePending}
          t={t}
        />
      ) : (
        <h2 id="sign-in-title">{t('signIn.title')}</h2>
      )}
      <RedirectMessages signIn={signIn} t={t} landingParams={landingParams} />
      {/* Only hidden during a pending approval, because a retry needs its values. */}
      <form
        // A native submit must not put the values into the address.
        method="post"
        noValidate
        hidden={isPending}
        onSubmit={(event) => void signIn.submit(event)}
      >
        <EmailField signIn={signIn} t={t} />
        <PasswordField signIn={signIn} t={t} />
        {signIn.isCodeAsked ? <CodeField signIn={signIn} t={t} /> : null}
        <div role="alert" className={refusal === null ? undefined : styles['refusal']}>
          {refusalText(signIn, t)}
          {refusal?.code === 'EMAIL_NOT_CONFIRMED' && !isResent ? (
            <ResendButton signIn={signIn} t={t} />
          ) : null}
        </div>
        <p role="status" className={styles[isReady ? 'status' : 'late']}>
          {isReady ? '' : t('signIn.late')}
          {isResent ? t('signIn.resent') : ''}
        </p>
        <button
          type="submit"
          className={`${frame['button'] ?? ''} ${styles['submit'] ?? ''} ${(isExpected ? frame['primary'] : styles['secondary']) ?? ''}`}
          disabled={isRunning || !isReady}
        >
          {isRunning ? t('signIn.running') : t('signIn.submit')}
        </button>
      </form>
      {isPending ? null : (
        <p className={styles['aside']}>
          {t('signIn.noAccount')} <a href="/signUp?pAuth=ben">{t('signIn.signUp')}</a>
        </p>
      )}
    </section>
  );
}
