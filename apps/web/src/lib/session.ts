import type { Role } from '@wasl/contracts';
import { useSyncExternalStore } from 'react';

const tokenKey = 'token';
const languageKey = 'lang';
const returnKey = 'returnTo';

/** The person signed in, as their token tells it. */
export interface Session {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly userId: string | undefined;
}

interface Claims {
  sub?: unknown;
  uid?: unknown;
  user?: unknown;
  nom?: unknown;
  prenom?: unknown;
  role?: unknown;
  exp?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRole = (value: unknown): value is Role =>
  value === 'BENEFICIAIRE' || value === 'PARTENAIRE';

function nameOf(claims: Claims): string {
  const source: Claims =
    typeof claims.user === 'object' && claims.user !== null ? claims.user : claims;
  if (isText(source.user)) return source.user;
  return [source.prenom, source.nom].filter(isText).join(' ');
}

function claimsOf(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/**
 * The session a token stands for; null when it cannot be read, has expired or holds another role.
 * Nothing is verified here: the server does that at every call.
 */
export function sessionOf(token: string | null, now = Date.now()): Session | null {
  if (token === null) return null;
  const claims = claimsOf(token);
  if (claims === null || !isText(claims.sub) || !isRole(claims.role)) return null;
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= now) return null;
  return {
    token,
    email: claims.sub,
    name: nameOf(claims) || claims.sub,
    role: claims.role,
    expiresAt: claims.exp * 1000,
    userId: isText(claims.uid) ? claims.uid : undefined,
  };
}

const listeners = new Set<() => void>();
let cached: Session | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function announce(): void {
  for (const listener of listeners) listener();
}

/** The token as stored, valid or not. */
export function storedToken(): string | null {
  return localStorage.getItem(tokenKey);
}

/** The session now, or null. The same object as long as the token is the same and has not expired. */
export function currentSession(): Session | null {
  const token = storedToken();
  if (cached?.token === token && cached.expiresAt > Date.now()) return cached;
  cached = sessionOf(token);
  return cached;
}

/** Keeps a token the server has given or confirmed. */
export function startSession(token: string): void {
  localStorage.setItem(tokenKey, token);
  announce();
}

/** Drops the token and nothing else: drafts wait for the next sign-in, which returns to this place. */
export function expireSession(): void {
  rememberPlace();
  localStorage.removeItem(tokenKey);
  announce();
}

/** Signs out on this device: everything stored goes, except the language chosen for the next visit. */
export function endSession(): void {
  const language = localStorage.getItem(languageKey);
  localStorage.clear();
  sessionStorage.clear();
  if (language !== null) localStorage.setItem(languageKey, language);
  announce();
}

/** Notes where the person is, for the sign-in that follows in this tab. */
export function rememberPlace(): void {
  const { pathname, search } = window.location;
  if (pathname !== '/login' && pathname !== '/')
    sessionStorage.setItem(returnKey, pathname + search);
}

/** Where to go after signing in: the place left when the session ended, else the list of requests. */
export function takeReturnPlace(): string {
  const place = sessionStorage.getItem(returnKey);
  sessionStorage.removeItem(returnKey);
  return place?.startsWith('/') === true && !place.startsWith('//') ? place : '/requests';
}

function watchExpiry(): void {
  clearTimeout(timer);
  const session = currentSession();
  if (session === null) return;
  // Timers hold at most 2^31-1 ms; a longer session is looked at again then.
  timer = setTimeout(
    () => {
      if (currentSession() === null) expireSession();
      watchExpiry();
    },
    Math.min(session.expiresAt - Date.now() + 50, 2_147_483_647),
  );
}

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    watchExpiry();
    listener();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  watchExpiry();
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** The session, kept up to date when it starts or ends here, in another tab, or by its own age. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}
