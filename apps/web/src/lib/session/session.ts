import type { Role } from '@wasl/contracts';

import { deviceStore, tabStore } from '../drafts/device-store.ts';
import { subscribeToServerTime, serverNow } from '../http/server-time.ts';

const tokenKey = 'token';
const probeKey = 'probe';
const languageKey = 'lang';
/** Key of the journey that a link opened; ending a session can preserve it. */
export const pendingJourneyKey = 'idparcoure';
/** Key set once that journey has opened the wizard, so that the next session does not open it again. */
export const journeyOpenedKey = 'idparcoure-opened';
/** Key of a simulation made without an account; ending a session can preserve it. */
export const pendingSimulationKey = 'simulation';
const returnKey = 'returnTo';
const returnedKey = 'returned';
/** Key of the e-mail last signed in in this tab, because another tab may notice the end of the session first. */
const lastEmailKey = 'who';
/** Key set in the tab where the person requested erasure, for the sign-in that can cancel it. */
export const deletionRequestedKey = 'farewell';
export const draftPrefix = 'draft:';
/** Prefix of the key that marks a device as personal, before the owner's e-mail. */
export const ownDevicePrefix = 'own-device:';
/** Prefix of the databases of photographed pages, before the owner's e-mail. */
export const pagesPrefix = 'pages:';
export const seenListPrefix = 'seen:';
/** Owner of drafts written without a session. */
export const anonymousOwner = 'anonymous';

export interface Session {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Latest time to which the session can be extended, in milliseconds since 1970. */
  readonly renewableUntil: number;
  /** Day of the requested erasure, `YYYY-MM-DD`; null without a request. */
  readonly deletionDueOn: string | null;
  /** Whether the person must first set up the second factor. */
  readonly isSetupDue: boolean;
  /** Whether the person must still agree to the present privacy text. */
  readonly isConsentDue: boolean;
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
  until?: unknown;
  deletionDueOn?: unknown;
  setupDue?: unknown;
  consentDue?: unknown;
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
 * Decodes a token. The server verifies it at every call; this function does not.
 * @returns null when the token is unreadable, has expired or has an unknown role
 */
export function sessionOf(token: string | null, now = serverNow()): Session | null {
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
    renewableUntil: (typeof claims.until === 'number' ? claims.until : claims.exp) * 1000,
    deletionDueOn: isText(claims.deletionDueOn) ? claims.deletionDueOn : null,
    isSetupDue: claims.setupDue === true,
    isConsentDue: claims.consentDue === true,
    userId: isText(claims.uid) ? claims.uid : undefined,
  };
}

const listeners = new Set<() => void>();
let cached: Session | null = null;
/** E-mail of the session that ended in this tab or was ended by another. */
let lastEmail: string | null = null;
/** The person signed out deliberately: no return place is stored, and nothing more is saved. */
let isSignedOut = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function announce(): void {
  for (const listener of listeners) listener();
}

/** Stored token, valid or not. */
export function storedToken(): string | null {
  return deviceStore.get(tokenKey) ?? tabStore.get(tokenKey);
}

/** Returns the same object until the token changes or expires. */
export function currentSession(): Session | null {
  const token = storedToken();
  if (cached?.token === token && cached.expiresAt > serverNow()) return cached;
  const before = cached;
  cached = sessionOf(token);
  if (cached === null && before !== null) lastEmail = before.email;
  if (cached !== null) tabStore.set(lastEmailKey, cached.email);
  return cached;
}

export function removeOtherSeenLists(): void {
  const own = currentSession()?.email;
  for (const key of deviceStore.keys()) {
    if (key.startsWith(seenListPrefix) && key !== `${seenListPrefix}${own ?? ''}`)
      deviceStore.remove(key);
  }
}

/** Whether the browser can store a session for the next page; false when it is full or blocks site data. */
export function canStoreSession(): boolean {
  return [tabStore, deviceStore].some((store) => {
    const isStored = store.set(probeKey, '1');
    store.remove(probeKey);
    return isStored;
  });
}

/**
 * Stores a token that the server has issued or confirmed. A full device stores it for this tab only.
 * @returns whether the token outlives this page
 */
export function startSession(token: string): boolean {
  isSignedOut = false;
  // A renewed session continues; any other session is new.
  if (currentSession()?.email !== sessionOf(token)?.email) deviceStore.remove(journeyOpenedKey);
  let isStored = deviceStore.set(tokenKey, token);
  if (!isStored) {
    // Removes an older token, so that the next page does not find it.
    deviceStore.remove(tokenKey);
    isStored = tabStore.set(tokenKey, token);
  }
  removeOtherSeenLists();
  announce();
  return isStored;
}

/** Removes only the token. Drafts wait for the next sign-in, which returns to this place. */
export function expireSession(): void {
  lastEmail = currentSession()?.email ?? lastEmail;
  storeReturnPlace();
  removeToken();
}

/** Removes the token. Drafts wait for the next sign-in of the same person; stored lists are removed. */
export function removeToken(): void {
  deviceStore.remove(tokenKey);
  tabStore.remove(tokenKey);
  removeOtherSeenLists();
  announce();
}

/**
 * Signs out on this device and removes the person's stored data, except the chosen language. Drafts of other accounts
 * with expired sessions remain.
 */
export function endSession({ keepPending = false }: { keepPending?: boolean } = {}): void {
  const owner = currentSession()?.email;
  const belongsToOtherAccount = (key: string) =>
    (key.startsWith(draftPrefix) &&
      !key.startsWith(`${draftPrefix}${anonymousOwner}:`) &&
      (owner === undefined || !key.startsWith(`${draftPrefix}${owner}:`))) ||
    (key.startsWith(ownDevicePrefix) &&
      key !== ownDevicePrefix + anonymousOwner &&
      key !== ownDevicePrefix + (owner ?? anonymousOwner));
  for (const key of deviceStore.keys()) {
    const isPending = key === pendingJourneyKey || key === pendingSimulationKey;
    const isPreserved = key === languageKey || (keepPending && isPending);
    if (!isPreserved && key !== tokenKey && !belongsToOtherAccount(key)) deviceStore.remove(key);
  }
  for (const key of tabStore.keys()) tabStore.remove(key);
  deviceStore.remove(tokenKey);
  tabStore.remove(tokenKey);
  cached = null;
  lastEmail = null;
  isSignedOut = true;
  announce();
  if (owner !== undefined) deletePhotographedPages(owner);
}

/** Starts before the page is left; the browser completes it. */
function deletePhotographedPages(owner: string): void {
  try {
    indexedDB.deleteDatabase(pagesPrefix + owner);
  } catch {
    // A browser that blocks site data has no stored pages.
  }
}

interface ReturnPlace {
  readonly place: string;
  /** Owner of the place; null without a session. */
  readonly email: string | null;
}

function storedReturnPlace(): ReturnPlace | null {
  try {
    const stored = JSON.parse(tabStore.get(returnKey) ?? 'null') as ReturnPlace | null;
    return typeof stored?.place === 'string' ? stored : null;
  } catch {
    return null;
  }
}

/** Whether an address belongs to this site, in any notation. */
function isOnThisSite(place: string): boolean {
  if (!place.startsWith('/')) return false;
  try {
    return new URL(place, window.location.origin).origin === window.location.origin;
  } catch {
    return false;
  }
}

export function storeReturnPlace(): void {
  const { pathname, search, hash } = window.location;
  if (isSignedOut || pathname === '/login' || pathname === '/') return;
  const email = currentSession()?.email ?? lastEmail ?? tabStore.get(lastEmailKey);
  tabStore.set(returnKey, JSON.stringify({ place: pathname + search + hash, email }));
}

/** Whether the person signed out deliberately, so that pending drafts are discarded. */
export function hasSignedOut(): boolean {
  return isSignedOut;
}

export function hasReturnPlace(): boolean {
  return storedReturnPlace() !== null;
}

/** Whether a session ended at the return place; false for a visitor who was not signed in. */
export function hasSessionEnded(): boolean {
  return (storedReturnPlace()?.email ?? null) !== null;
}

function pendingPlace(): string | null {
  const pending = deviceStore.get(pendingSimulationKey);
  if (pending === null || currentSession()?.role !== 'BENEFICIAIRE') return null;
  return pending.includes('"scheme":"nordev"') ? '/simulator-nordev' : '/simulator';
}

/**
 * Takes the place to open after sign-in: the pending simulation, else the return place, else the list of requests. It
 * never leads to another site or to another account's place.
 */
export function takeReturnPlace(): string {
  const returnPlace = storedReturnPlace();
  tabStore.remove(returnKey);
  const pending = pendingPlace();
  if (pending !== null) return pending;
  const email = currentSession()?.email ?? null;
  if (returnPlace === null || !isOnThisSite(returnPlace.place)) return '/requests';
  if (returnPlace.email !== null && returnPlace.email !== email) return '/requests';
  if (returnPlace.email !== null) tabStore.set(returnedKey, returnPlace.place.replace(/#.*$/, ''));
  return returnPlace.place;
}

/** Whether the page is the return place, where drafts are restored without a question. */
export function isReturning(): boolean {
  const { pathname, search } = window.location;
  return tabStore.get(returnedKey) === pathname + search;
}

export function clearReturn(): void {
  tabStore.remove(returnedKey);
}

function watchExpiry(): void {
  clearTimeout(timer);
  const session = currentSession();
  if (session === null) return;
  // Timers accept at most 2^31-1 ms; a longer session is checked again then.
  timer = setTimeout(
    () => {
      if (currentSession() === null) expireSession();
      watchExpiry();
    },
    Math.min(session.expiresAt - serverNow() + 50, 2_147_483_647),
  );
}

/**
 * Calls back when a session starts or ends here, in another tab, or by expiry.
 * @returns a function that unsubscribes
 */
export function subscribeToSession(listener: () => void): () => void {
  const onChange = () => {
    watchExpiry();
    listener();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  const stopServerTime = subscribeToServerTime(onChange);
  watchExpiry();
  return () => {
    listeners.delete(onChange);
    stopServerTime();
    window.removeEventListener('storage', onChange);
  };
}
