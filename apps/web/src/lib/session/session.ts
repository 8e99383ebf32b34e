import type { Role } from '@wasl/contracts';

import { deviceStore, tabStore } from '../drafts/device-store.ts';
import { onServerTime, serverNow } from '../http/server-time.ts';

const tokenKey = 'token';
const probeKey = 'probe';
const languageKey = 'lang';
/** The journey that a link asked for, which ending a session can spare. */
export const pendingJourneyKey = 'idparcoure';
/** Set once that journey has led to the wizard; the next session begins without it. */
export const journeyOpenedKey = 'idparcoure-opened';
/** The simulation made without an account that waits for one, spared likewise. */
export const pendingSimulationKey = 'simulation';
const returnKey = 'returnTo';
const returnedKey = 'returned';
/** Who was signed in in this tab: another tab may notice first that the session has ended. */
const whoKey = 'who';
/** Set in the tab where an account was asked to be erased, for the sign-in that it may be kept with. */
export const farewellKey = 'farewell';
/** Begins the keys of drafts; the e-mail of their owner follows. */
export const draftPrefix = 'draft:';
/** Begins the key that says that this device is a person's own; their e-mail follows, as in the keys of drafts. */
export const ownDevicePrefix = 'own-device:';
/** Begins the names of the databases of photographed pages; the e-mail of their owner follows. */
export const pagesPrefix = 'pages:';
/** Begins the key of the list that a person read last; their e-mail follows. */
export const seenPrefix = 'seen:';
/** Stands for the owner of drafts written without a session. */
export const nobody = 'anonymous';

/** The person signed in, as their token tells it. */
export interface Session {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Milliseconds since 1970: the end it can be moved to by staying signed in. */
  readonly renewableUntil: number;
  /** `YYYY-MM-DD`: the day the account will be erased, where its owner asked for that. */
  readonly deletionDueOn: string | null;
  /** Whether the second factor must be turned on before anything else. */
  readonly isSetupDue: boolean;
  /** Whether the present text about personal data has still to be agreed to. */
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
 * The session a token stands for; null when it cannot be read, has expired or holds another role.
 * Nothing is verified here: the server does that at every call.
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
/** Who was signed in when the session ended in this tab, or was ended from another. */
let lastEmail: string | null = null;
/** Signed out on purpose in this tab: there is no place to come back to, and nothing more to keep. */
let isSignedOut = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function announce(): void {
  for (const listener of listeners) listener();
}

/** The token as stored, valid or not. */
export function storedToken(): string | null {
  return deviceStore.get(tokenKey) ?? tabStore.get(tokenKey);
}

/** The session now, or null. The same object as long as the token is the same and has not expired. */
export function currentSession(): Session | null {
  const token = storedToken();
  if (cached?.token === token && cached.expiresAt > serverNow()) return cached;
  const before = cached;
  cached = sessionOf(token);
  if (cached === null && before !== null) lastEmail = before.email;
  if (cached !== null) tabStore.set(whoKey, cached.email);
  return cached;
}

/** Removes lists that were read by others than who is signed in now: by everybody, where nobody is. */
export function forgetSeen(): void {
  const own = currentSession()?.email;
  for (const key of deviceStore.keys()) {
    if (key.startsWith(seenPrefix) && key !== `${seenPrefix}${own ?? ''}`) deviceStore.remove(key);
  }
}

/** Whether the browser stores a session for the next page: it may block site data, or be full. */
export function canStoreSession(): boolean {
  return [tabStore, deviceStore].some((store) => {
    const isStored = store.set(probeKey, '1');
    store.remove(probeKey);
    return isStored;
  });
}

/**
 * Keeps a token the server has given or confirmed. A device without room keeps it for this tab.
 * @returns whether the token outlives this page
 */
export function startSession(token: string): boolean {
  isSignedOut = false;
  // A renewed session goes on; any other one is new.
  if (currentSession()?.email !== sessionOf(token)?.email) deviceStore.remove(journeyOpenedKey);
  let isStored = deviceStore.set(tokenKey, token);
  if (!isStored) {
    // The next page must not find an older token there.
    deviceStore.remove(tokenKey);
    isStored = tabStore.set(tokenKey, token);
  }
  forgetSeen();
  announce();
  return isStored;
}

/** Drops the token and nothing else: drafts wait for the next sign-in, which returns to this place. */
export function expireSession(): void {
  lastEmail = currentSession()?.email ?? lastEmail;
  rememberPlace();
  dropToken();
}

/** Drops the token. Drafts wait for the next sign-in of the same person; what was read does not. */
export function dropToken(): void {
  deviceStore.remove(tokenKey);
  tabStore.remove(tokenKey);
  forgetSeen();
  announce();
}

/**
 * Signs out on this device: what it stored for this person goes, except the language chosen for the next visit.
 * Drafts of other people, whose sessions have expired here, are theirs to come back to.
 */
export function endSession({ keepPending = false }: { keepPending?: boolean } = {}): void {
  const owner = currentSession()?.email;
  const isForeign = (key: string) =>
    (key.startsWith(draftPrefix) &&
      !key.startsWith(`${draftPrefix}${nobody}:`) &&
      (owner === undefined || !key.startsWith(`${draftPrefix}${owner}:`))) ||
    (key.startsWith(ownDevicePrefix) &&
      key !== ownDevicePrefix + nobody &&
      key !== ownDevicePrefix + (owner ?? nobody));
  for (const key of deviceStore.keys()) {
    const isPending = key === pendingJourneyKey || key === pendingSimulationKey;
    const isKept = key === languageKey || (keepPending && isPending);
    if (!isKept && key !== tokenKey && !isForeign(key)) deviceStore.remove(key);
  }
  for (const key of tabStore.keys()) tabStore.remove(key);
  deviceStore.remove(tokenKey);
  tabStore.remove(tokenKey);
  cached = null;
  lastEmail = null;
  isSignedOut = true;
  announce();
  if (owner !== undefined) deletePages(owner);
}

/** Starts before the page is left; the browser finishes it by itself. */
function deletePages(owner: string): void {
  try {
    indexedDB.deleteDatabase(pagesPrefix + owner);
  } catch {
    // A browser that blocks site data has no pages.
  }
}

interface ReturnPlace {
  readonly place: string;
  /** Whose place it is; null where nobody was signed in. */
  readonly email: string | null;
}

function keptPlace(): ReturnPlace | null {
  try {
    const kept = JSON.parse(tabStore.get(returnKey) ?? 'null') as ReturnPlace | null;
    return typeof kept?.place === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** Whether an address leads to a page of ours, however it is written. */
function isOurs(place: string): boolean {
  if (!place.startsWith('/')) return false;
  try {
    return new URL(place, window.location.origin).origin === window.location.origin;
  } catch {
    return false;
  }
}

/** Notes where the person is, for the sign-in that follows in this tab. */
export function rememberPlace(): void {
  const { pathname, search, hash } = window.location;
  if (isSignedOut || pathname === '/login' || pathname === '/') return;
  const email = currentSession()?.email ?? lastEmail ?? tabStore.get(whoKey);
  tabStore.set(returnKey, JSON.stringify({ place: pathname + search + hash, email }));
}

/** Whether the person left on purpose: what they typed last is not kept any more. */
export function hasSignedOut(): boolean {
  return isSignedOut;
}

/** Whether a place waits in this tab for a sign-in. */
export function isPlaceKept(): boolean {
  return keptPlace() !== null;
}

/** Whether a session ended at the place that waits; a visitor who never signed in leaves no name. */
export function hasSessionEnded(): boolean {
  return (keptPlace()?.email ?? null) !== null;
}

/** The simulator that keeps the simulation made without an account, where one waits. */
function pendingPlace(): string | null {
  const pending = deviceStore.get(pendingSimulationKey);
  if (pending === null || currentSession()?.role !== 'BENEFICIAIRE') return null;
  return pending.includes('"scheme":"nordev"') ? '/simulator-nordev' : '/simulator';
}

/**
 * Where to go after signing in: on with the simulation made without an account, else the place left when the session
 * ended, else the list of requests. Never to another site, and never to where somebody else was.
 */
export function takeReturnPlace(): string {
  const kept = keptPlace();
  tabStore.remove(returnKey);
  const pending = pendingPlace();
  if (pending !== null) return pending;
  const email = currentSession()?.email ?? null;
  if (kept === null || !isOurs(kept.place)) return '/requests';
  if (kept.email !== null && kept.email !== email) return '/requests';
  if (kept.email !== null) tabStore.set(returnedKey, kept.place.replace(/#.*$/, ''));
  return kept.place;
}

/** Whether the page is where its reader was when their session ended: what they had typed comes back by itself. */
export function isReturning(): boolean {
  const { pathname, search } = window.location;
  return tabStore.get(returnedKey) === pathname + search;
}

/** What was typed has come back. */
export function endReturn(): void {
  tabStore.remove(returnedKey);
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
    Math.min(session.expiresAt - serverNow() + 50, 2_147_483_647),
  );
}

/** Calls back when a session starts or ends here, in another tab, or by its own age; answers how to stop that. */
export function subscribeToSession(listener: () => void): () => void {
  const onChange = () => {
    watchExpiry();
    listener();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  const stopServerTime = onServerTime(onChange);
  watchExpiry();
  return () => {
    listeners.delete(onChange);
    stopServerTime();
    window.removeEventListener('storage', onChange);
  };
}
