import { type Lang, loadMessages, type Messages } from '@wasl/contracts';
import {
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import { tabStore } from '../lib/drafts/device-store.ts';
import { directionOf } from '../lib/format/language.ts';
import { onServerTime } from '../lib/http/server-time.ts';
import { useAhead } from '../lib/http/use-ahead.ts';
import {
  canStoreSession,
  currentSession,
  farewellKey,
  hasSessionEnded,
  isPlaceKept,
  takeReturnPlace,
} from '../lib/session/session.ts';
import frame from '../theme/frame.module.css';
import styles from './sign-in-card.module.css';
import { PendingPanel, pendingOf } from './pending-panel.tsx';
import { resendLink, signInFaults, type SignInOutcome, trySignIn } from './sign-in.ts';
import { useArrival } from './use-arrival.ts';
import type { Translate } from './words.ts';

type Faults = ReturnType<typeof signInFaults>;

/** Signing in from another tab lets this one go on too; the server's clock says whether a session goes on. */
function onVisitor(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  const stop = onServerTime(listener);
  return () => {
    window.removeEventListener('storage', listener);
    stop();
  };
}

/** The visitor: signed in, with an ended session, sent here from a protected page, leaving for good, unable to sign in, or any other. */
function visitor(): 'inside' | 'ended' | 'sent' | 'leaving' | 'blocked' | 'new' {
  if (currentSession() !== null) return 'inside';
  if (!canStoreSession()) return 'blocked';
  if (tabStore.get(farewellKey) !== null) return 'leaving';
  if (hasSessionEnded()) return 'ended';
  return isPlaceKept() ? 'sent' : 'new';
}

const never = () => () => undefined;

/** The value of a field in the prerendered page. */
function typedInto(id: string): string {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Where one signs in; shaped as the receipt the product is named after. */
export function SignInCard({ lang, t }: { lang: Lang; t: Translate }) {
  const [isRunning, setRunning] = useState(false);
  const [isShown, setShown] = useState(false);
  const [faults, setFaults] = useState<Faults>({ email: undefined, password: undefined });
  const [refusal, setRefusal] = useState<Extract<SignInOutcome, { is: 'refused' }> | null>(null);
  const [isResent, setResent] = useState(false);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const [messages, setMessages] = useState<Messages | null>(null);
  // Known only in the browser: the page is written in advance, for everyone.
  const place = useSyncExternalStore(onVisitor, visitor, () => 'new' as const);
  // Until the script runs the browser itself would send the form. A disabled button also stops Enter.
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // A tab whose session ended goes back to its place as soon as its owner signs in from another one.
  useEffect(() => {
    if (place === 'inside' && isPlaceKept()) window.location.assign(takeReturnPlace());
  }, [place]);
  const arrival = useArrival();
  const arrivedAs = arrival?.email;
  // The mail can be sent again.
  const isUnconfirmed = arrival?.kind === 'check' || arrival?.kind === 'checkAgent';
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (arrivedAs !== undefined && email.current?.value === '') email.current.value = arrivedAs;
  }, [arrivedAs]);
  const password = useRef<HTMLInputElement>(null);
  // React replaces the fields if something changed the page before, for example a translation.
  const [typed] = useState(() => ({ email: typedInto('email'), password: typedInto('password') }));
  useLayoutEffect(() => {
    if (email.current?.value === '') email.current.value = typed.email;
    if (password.current?.value === '') password.current.value = typed.password;
  }, [typed]);
  const code = useRef<HTMLInputElement>(null);
  // The password was right, and the account asks for more: the field stays until one is in.
  const [isCodeAsked, setCodeAsked] = useState(false);
  useEffect(() => {
    if (isCodeAsked && !isRunning) code.current?.focus();
  }, [isCodeAsked, isRunning]);

  // A file that is lost leaves the form as it is.
  const fetchMessages = () => loadMessages(lang).then(setMessages, () => undefined);
  useAhead(fetchMessages);

  const isPending = refusal?.code === 'ACCOUNT_PENDING_APPROVAL';

  const attempt = async (given: { email: string; password: string }) => {
    setRunning(true);
    const outcome = await trySignIn(given.email, given.password, code.current?.value);
    if (outcome.is === 'done') {
      window.location.assign(takeReturnPlace());
      return;
    }
    if (outcome.message === '' && outcome.code !== 'NETWORK') await fetchMessages();
    setRunning(false);
    setRefusal(outcome);
    setCodeAsked(outcome.code.startsWith('SECOND_FACTOR'));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = { email: email.current?.value ?? '', password: password.current?.value ?? '' };
    const found = signInFaults(given.email, given.password);
    setRefusal(null);
    setResent(false);
    if (found.email !== undefined || found.password !== undefined) {
      await fetchMessages();
      setFaults(found);
      (found.email === undefined ? password : email).current?.focus();
      return;
    }
    setFaults(found);
    await attempt(given);
  };
  const retry = async () => {
    await attempt({ email: email.current?.value ?? '', password: password.current?.value ?? '' });
    setAskedAgain(true);
  };

  const words = (key: Faults['email'] | Faults['password']) =>
    key === undefined ? undefined : messages?.validation[key];
  const refusalText =
    refusal === null
      ? ''
      : refusal.code === 'NETWORK'
        ? t('signIn.network')
        : refusal.code === 'STORAGE'
          ? t('signIn.blocked')
          : refusal.message || (messages?.errors[refusal.code] ?? t('signIn.network'));
  /** Sends the link again: to who arrived, or to the address in the field as it is when the button is pressed. */
  const resendButton = (arrived?: string) => (
    <button
      type="button"
      onClick={() => {
        void resendLink(arrived ?? email.current?.value ?? '', lang).then(setResent);
      }}
    >
      {t('signIn.resend')}
    </button>
  );

  return (
    <section className={styles['card']} id="sign-in" aria-labelledby="sign-in-title">
      {isPending ? (
        <PendingPanel
          pending={pendingOf(refusal.details)}
          isRunning={isRunning}
          isStillPending={isAskedAgain && !isRunning}
          onRetry={() => void retry()}
          onBack={() => {
            setRefusal(null);
            setAskedAgain(false);
          }}
          t={t}
        />
      ) : (
        <h2 id="sign-in-title">{t('signIn.title')}</h2>
      )}
      {arrival === null ? null : (
        <div className={styles['note']} role="status">
          <p>{t(`arrival.${arrival.kind}`, { email: `\u2068${arrival.email ?? ''}\u2069` })}</p>
          {arrival.fault === undefined ? null : (
            <p lang={arrival.fault.lang} dir={directionOf(arrival.fault.lang)}>
              {arrival.fault.text}
            </p>
          )}
          {isUnconfirmed && !isResent ? resendButton(arrival.email ?? '') : null}
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
      {/* Hidden, not gone, while an approval is awaited: asking again needs what was typed. */}
      <form
        // Never in the address, should anything else send it.
        method="post"
        noValidate
        hidden={isPending}
        onSubmit={(event) => void submit(event)}
      >
        <div className={styles['field']}>
          <label htmlFor="email">{t('signIn.email')}</label>
          <input
            ref={email}
            id="email"
            name="email"
            type="email"
            dir="ltr"
            autoComplete="username"
            required
            disabled={isRunning}
            aria-invalid={faults.email === undefined ? undefined : true}
            aria-describedby="email-error"
          />
          <p id="email-error" className={styles['error']}>
            {words(faults.email)}
          </p>
        </div>
        <div className={styles['field']}>
          <div className={styles['row']}>
            <label htmlFor="password">{t('signIn.password')}</label>
            <a href="/forgotPassword">{t('signIn.forgotten')}</a>
          </div>
          {/* A password is written from left to right in every language. */}
          <div className={styles['secret']} dir="ltr">
            <input
              ref={password}
              id="password"
              name="password"
              type={isShown ? 'text' : 'password'}
              dir="ltr"
              autoComplete="current-password"
              required
              disabled={isRunning}
              aria-invalid={faults.password === undefined ? undefined : true}
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
            {words(faults.password)}
          </p>
        </div>
        {isCodeAsked ? (
          <div className={styles['field']}>
            <label htmlFor="code">{t('signIn.code')}</label>
            <input
              ref={code}
              id="code"
              dir="ltr"
              autoComplete="one-time-code"
              maxLength={40}
              required
              disabled={isRunning}
              aria-describedby="code-hint"
            />
            <p id="code-hint" className={styles['hint']}>
              {t('signIn.codeHint')}
            </p>
          </div>
        ) : null}
        <div role="alert" className={refusal === null ? undefined : styles['refusal']}>
          {refusalText}
          {refusal?.code === 'EMAIL_NOT_CONFIRMED' && !isResent ? resendButton() : null}
        </div>
        <p role="status" className={styles[isReady ? 'status' : 'late']}>
          {isReady ? '' : t('signIn.late')}
          {isResent ? t('signIn.resent') : ''}
        </p>
        <button
          type="submit"
          className={`${frame['button'] ?? ''} ${frame['primary'] ?? ''} ${styles['submit'] ?? ''}`}
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
