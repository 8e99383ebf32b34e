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
import { resendLink, signInFaults, type SignInOutcome, trySignIn } from './sign-in.ts';

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

/** Who is here. Known only in the browser: the page is written in advance, for everyone. */
export function useVisitor() {
  const place = useSyncExternalStore(onVisitor, visitor, () => 'new' as const);
  // A tab whose session ended goes back to its place as soon as its owner signs in from another one.
  useEffect(() => {
    if (place === 'inside' && isPlaceKept()) window.location.assign(takeReturnPlace());
  }, [place]);
  return place;
}

/** The value of a field in the prerendered page. */
function typedInto(id: string): string {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** The fields, with what was typed before the script ran. @param arrivedAs the address of who follows a link of a mail */
function useFields(arrivedAs: string | null | undefined) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typeof arrivedAs === 'string' && email.current?.value === '')
      email.current.value = arrivedAs;
  }, [arrivedAs]);
  // React replaces the fields if something changed the page before, for example a translation.
  const [typed] = useState(() => ({ email: typedInto('email'), password: typedInto('password') }));
  useLayoutEffect(() => {
    if (email.current?.value === '') email.current.value = typed.email;
    if (password.current?.value === '') password.current.value = typed.password;
  }, [typed]);
  return { email, password, code };
}

/** Signing in: the fields, what is wrong with them, and what the server answered. */
export function useSignIn(lang: Lang, arrivedAs: string | null | undefined) {
  const { email, password, code } = useFields(arrivedAs);
  const [isRunning, setRunning] = useState(false);
  const [faults, setFaults] = useState<Faults>({ email: undefined, password: undefined });
  const [refusal, setRefusal] = useState<Extract<SignInOutcome, { is: 'refused' }> | null>(null);
  const [isResent, setResent] = useState(false);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const [messages, setMessages] = useState<Messages | null>(null);
  // The password was right, and the account asks for more: the field stays until one is in.
  const [isCodeAsked, setCodeAsked] = useState(false);
  useEffect(() => {
    if (isCodeAsked && !isRunning) code.current?.focus();
  }, [code, isCodeAsked, isRunning]);

  // A file that is lost leaves the form as it is.
  const fetchMessages = () => loadMessages(lang).then(setMessages, () => undefined);
  useAhead(fetchMessages);

  const given = () => ({
    email: email.current?.value ?? '',
    password: password.current?.value ?? '',
  });
  const attempt = async () => {
    const typed = given();
    setRunning(true);
    const outcome = await trySignIn(typed.email, typed.password, code.current?.value);
    if (outcome.is === 'done') {
      window.location.assign(takeReturnPlace());
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
    isStillPending: isAskedAgain && !isRunning,
    submit: async (event: SubmitEvent) => {
      event.preventDefault();
      const typed = given();
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
    /** Asks again whether the account has been approved. */
    retry: async () => {
      await attempt();
      setAskedAgain(true);
    },
    leavePending: () => {
      setRefusal(null);
      setAskedAgain(false);
    },
    /** Sends the link again: to the address given, or to that in the field. */
    resend: (address?: string) => {
      void resendLink(address ?? given().email, lang).then(setResent);
    },
  };
}
export type SignIn = ReturnType<typeof useSignIn>;
