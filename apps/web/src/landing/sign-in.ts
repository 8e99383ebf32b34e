import type { ErrorCode, Lang, ResponseOf, Endpoints } from '@wasl/contracts';

import { endArrival } from '../lib/session/arrival.ts';
import { ApiError, send } from '../lib/http/http.ts';
import { currentLanguage } from '../lib/format/language.ts';
import { canStoreSession, dropToken, startSession } from '../lib/session/session.ts';

/** What came of an attempt to sign in. `code` has no words of its own when the server gave some. */
export type SignInOutcome =
  | { readonly is: 'done' }
  | {
      readonly is: 'refused';
      readonly code: ErrorCode | 'NETWORK' | 'STORAGE';
      readonly message: string;
      /** What the server adds for some refusals. */
      readonly details: unknown;
    };

// Paths written out, not the contract's values: importing those would bring the validation library.
const signInPath = '/utilisateurs/signIn' satisfies Endpoints['signIn']['path'];
const signOutPath = '/utilisateurs/signOut' satisfies Endpoints['signOut']['path'];
const languagePath = '/utilisateurs/lang' satisfies Endpoints['saveLanguage']['path'];
const resendPath = '/utilisateurs/resendConfirmation/';

/** Tells the server which language the mails that follow are read in; a failure stops nobody. */
async function keepLanguage(): Promise<void> {
  const body = { lang: currentLanguage() };
  await send({ method: 'put', path: languagePath, body }).catch(() => undefined);
}

/** Signs in and keeps the session. The language of the page is that of the person's mails from now on. */
export async function trySignIn(
  email: string,
  password: string,
  code = '',
): Promise<SignInOutcome> {
  const notStored = { is: 'refused', code: 'STORAGE', message: '', details: undefined } as const;
  // The next page could not find the session.
  if (!canStoreSession()) return notStored;
  try {
    const { data } = await send<ResponseOf<Endpoints['signIn']>>({
      method: 'post',
      path: signInPath,
      body: { email: email.trim(), password, ...(code === '' ? {} : { code }) },
    });
    if (!startSession(data.token)) {
      dropToken();
      await send({ method: 'post', path: signOutPath, token: data.token }).catch(() => undefined);
      return notStored;
    }
    endArrival();
    await keepLanguage();
    return { is: 'done' };
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, message, details } = error;
      return { is: 'refused', code, message, details };
    }
    return { is: 'refused', code: 'NETWORK', message: '', details: undefined };
  }
}

/** Asks for the confirmation mail again. Answers whether the server took it. */
export async function resendLink(email: string, lang: Lang): Promise<boolean> {
  try {
    await send<ResponseOf<Endpoints['resendConfirmation']>>({
      method: 'post',
      path: resendPath + encodeURIComponent(email.trim()),
      query: { lang },
    });
    return true;
  } catch {
    return false;
  }
}

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Faults one can see before sending, as keys of the shared words. */
export function signInFaults(email: string, password: string) {
  return {
    email:
      email.trim() === ''
        ? ('emailRequired' as const)
        : emailForm.test(email.trim())
          ? undefined
          : ('emailFormat' as const),
    password: password === '' ? ('passwordRequired' as const) : undefined,
  };
}
