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
import { subscribeToServerTime } from '../lib/http/server-time.ts';
import { useCodePrefetch } from '../lib/http/use-code-prefetch.ts';
import {
  canStoreSession,
  currentSession,
  deletionRequestedKey,
  hasSessionEnded,
  hasReturnPlace,
  takeReturnPlace,
} from '../lib/session/session.ts';
import { resendLink, signInFaults, type SignInOutcome, trySignIn } from './sign-in.ts';

type Faults = ReturnType<typeof signInFaults>;

/** Notifies of a sign-in in another tab, and of the server's clock, which determines whether a session is valid. */
function subscribeToVisitor(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  const stop = subscribeToServerTime(listener);
  return () => {
    window.removeEventListener('storage', listener);
    stop();
  };
}

/**
 * State of the visitor: signed in, session ended, redirected from a protected page, account being erased, storage
 * blocked, or new.
 */
function visitorState(): 'inside' | 'ended' | 'sent' | 'leaving' | 'blocked' | 'new' {
  if (currentSession() !== null) return 'inside';
  if (!canStoreSession()) return 'blocked';
  if (tabStore.get(deletionRequestedKey) !== null) return 'leaving';
  if (hasSessionEnded()) return 'ended';
  return hasReturnPlace() ? 'sent' : 'new';
}

/** State of the visitor. Known only in the browser, because the prerendered page is common to all. */
export function useVisitorState() {
  const place = useSyncExternalStore(subscribeToVisitor, visitorState, () => 'new' as const);
  // After a sign-in in another tab, a tab with an ended session returns to its place.
  useEffect(() => {
    if (place === 'inside' && hasReturnPlace()) window.location.assign(takeReturnPlace());
  }, [place]);
  return place;
}

function typedValueOf(id: string): string {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Fields with their values from before hydration. @param linkEmail e-mail from a mailed link */
function useFields(linkEmail: string | null | undefined) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typeof linkEmail === 'string' && email.current?.value === '')
      email.current.value = linkEmail;
  }, [linkEmail]);
  // React replaces the fields when another program, such as a translator, changed the page before.
  const [typed] = useState(() => ({
    email: typedValueOf('email'),
    password: typedValueOf('password'),
  }));
  useLayoutEffect(() => {
    if (email.current?.value === '') email.current.value = typed.email;
    if (password.current?.value === '') password.current.value = typed.password;
  }, [typed]);
  return { email, password, code };
}

export function useSignIn(lang: Lang, linkEmail: string | null | undefined) {
  const { email, password, code } = useFields(linkEmail);
  const [isRunning, setRunning] = useState(false);
  const [faults, setFaults] = useState<Faults>({ email: undefined, password: undefined });
  const [refusal, setRefusal] = useState<Extract<SignInOutcome, { is: 'refused' }> | null>(null);
  const [isResent, setResent] = useState(false);
  const [hasRetried, setAskedAgain] = useState(false);
  const [messages, setMessages] = useState<Messages | null>(null);
  // The password was right and the account requires a second factor: the code field stays until the sign-in succeeds.
  const [isCodeAsked, setCodeAsked] = useState(false);
  useEffect(() => {
    if (isCodeAsked && !isRunning) code.current?.focus();
  }, [code, isCodeAsked, isRunning]);

  // A file that fails to load leaves the form unchanged.
  const fetchMessages = () => loadMessages(lang).then(setMessages, () => undefined);
  useCodePrefetch(fetchMessages);

  const fieldValues = () => ({
    email: email.current?.value ?? '',
    password: password.current?.value ?? '',
  });
  const attempt = async () => {
    const typed = fieldValues();
    setRunning(true);
    const hadPlace = hasReturnPlace();
    const outcome = await trySignIn(typed.email, typed.password, code.current?.value);
    if (outcome.is === 'done') {
      // Where the place is taken, `useVisitorState` noticed the session first and leads there.
      if (!hadPlace || hasReturnPlace()) window.location.assign(takeReturnPlace());
      return;
    }
    if (outcome.message === '' && outcome.code !== 'NETWORK') await fetchMessages();
    setRunning(false);
    setRefusal(outcome);
    setCodeAsked(outcome.code.startsWith('SECOND_FACTOR'));
  };
  return {
    email,
    password,
    code,
    isRunning,
    isCodeAsked,
    isResent,
    refusal,
    messages,
    faults,
    isPending: refusal?.code === 'ACCOUNT_PENDING_APPROVAL',
    isStillPending: hasRetried && !isRunning,
    submit: async (event: SubmitEvent) => {
      event.preventDefault();
      const typed = fieldValues();
      const found = signInFaults(typed.email, typed.password);
      setRefusal(null);
      setResent(false);
      if (found.email !== undefined || found.password !== undefined) {
        await fetchMessages();
        setFaults(found);
        (found.email === undefined ? password : email).current?.focus();
        return;
      }
      setFaults(found);
      await attempt();
    },
    retry: async () => {
      await attempt();
      setAskedAgain(true);
    },
    leavePending: () => {
      setRefusal(null);
      setAskedAgain(false);
    },
    /** Sends the confirmation link again, to `address` or the e-mail in the field. */
    resend: (address?: string) => {
      void resendLink(address ?? fieldValues().email, lang).then(setResent);
    },
  };
}
export type SignIn = ReturnType<typeof useSignIn>;
