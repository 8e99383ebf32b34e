import type { ErrorCode, Lang, ResponseOf, Endpoints } from '@wasl/contracts';

import { clearLandingParams } from '../lib/session/landing-params.ts';
import { ApiError, send } from '../lib/http/http.ts';
import { currentLanguage } from '../lib/format/language.ts';
import { canStoreSession, removeToken, startSession } from '../lib/session/session.ts';

/** Result of a sign-in attempt. `code` needs no text of the client when the server sent one. */
export type SignInOutcome =
  | { readonly is: 'done' }
  | {
      readonly is: 'refused';
      readonly code: ErrorCode | 'NETWORK' | 'STORAGE';
      readonly message: string;
      readonly details: unknown;
    };

// Literal paths checked by types: importing the contract would load the validation library.
const signInPath = '/utilisateurs/signIn' satisfies Endpoints['signIn']['path'];
const signOutPath = '/utilisateurs/signOut' satisfies Endpoints['signOut']['path'];
const languagePath = '/utilisateurs/lang' satisfies Endpoints['saveLanguage']['path'];
const resendPath = '/utilisateurs/resendConfirmation/';

/** Stores the language for mails on the server; a failure is ignored. */
async function keepLanguage(): Promise<void> {
  const body = { lang: currentLanguage() };
  await send({ method: 'put', path: languagePath, body }).catch(() => undefined);
}

/** Signs in and stores the session. The page's language becomes the language of the person's mails. */
export async function trySignIn(
  email: string,
  password: string,
  code = '',
): Promise<SignInOutcome> {
  const notStored = { is: 'refused', code: 'STORAGE', message: '', details: undefined } as const;
  // The next page could not read the session.
  if (!canStoreSession()) return notStored;
  try {
    const { data } = await send<ResponseOf<Endpoints['signIn']>>({
      method: 'post',
      path: signInPath,
      body: { email: email.trim(), password, ...(code === '' ? {} : { code }) },
    });
    if (!startSession(data.token)) {
      removeToken();
      await send({ method: 'post', path: signOutPath, token: data.token }).catch(() => undefined);
      return notStored;
    }
    clearLandingParams();
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

/** Requests the confirmation mail again. @returns whether the server accepted */
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

/** Errors that are detectable before sending, as keys of the shared catalogue. */
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
