import { clientKey } from './client-key.ts';
import { deviceStore, type Store, tabStore } from './device-store.ts';
import { serverNow } from '../http/server-time.ts';
import { currentSession, draftPrefix, nobody, ownDevicePrefix } from '../session/session.ts';

export interface Draft<T> {
  readonly value: T;
  /** What the form began with; drafts of earlier versions do not have it. */
  readonly base?: unknown;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The window that wrote it; drafts of earlier versions do not say. */
  readonly by?: string;
}

/** This window: what another one wrote is not overwritten unasked. */
export const thisWindow = clientKey();

const day = 24 * 3_600_000;
/** Drafts of a person wait a month; those of a sign-up, which anybody at the device may open, a week. */
const maxAge = (owner: string) => (owner === nobody ? 7 : 30) * day;
/**
 * Passwords, the numbers of people's and companies' papers (the identity level of docs/security.md) and the addresses
 * of webhooks, which can contain a key.
 */
const secret = /password|^(?:numCin|ice|ifu|url)$/i;
/** Where a draft may stand: one of before may still be on the device. */
const stores: readonly Store[] = [tabStore, deviceStore];

/** Drafts belong to a person: another one signing in on the same device sees none of them. */
export const presentOwner = () => currentSession()?.email ?? nobody;
export const draftKey = (name: string, owner: string) => `${draftPrefix}${owner}:${name}`;

/** Whether a person has said that this device is theirs: only then drafts outlive the tab. */
export function isOwnDevice(owner = presentOwner()): boolean {
  return deviceStore.get(ownDevicePrefix + owner) !== null;
}

/** This device is the person's own: their drafts stay on it from now on, and those of this tab come along. */
export function takeForOwnDevice(owner = presentOwner()): void {
  if (!deviceStore.set(ownDevicePrefix + owner, '1')) return;
  for (const key of tabStore.keys()) {
    if (!key.startsWith(draftKey('', owner))) continue;
    const text = tabStore.get(key);
    if (text !== null && deviceStore.set(key, text)) tabStore.remove(key);
  }
}

/** What may be written down: no passwords, no identity numbers, no files, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value instanceof Blob) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !secret.test(key))
      .map(([key, item]) => [key, withoutSecrets(item)]),
  );
}

function draftAt<T>(store: Store, key: string, owner: string, now: number): Draft<T> | null {
  try {
    const draft = JSON.parse(store.get(key) ?? 'null') as Partial<Draft<T>> | null;
    const isWhole = typeof draft?.savedAt === 'number' && 'value' in draft;
    return isWhole && now - (draft as Draft<T>).savedAt < maxAge(owner)
      ? (draft as Draft<T>)
      : null;
  } catch {
    return null;
  }
}

interface DraftOf {
  /** Whose draft; that of the person signed in unless told. */
  readonly owner?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
  /** What the form began with. */
  readonly base?: unknown;
}

/** The draft kept under a name, in this tab or on this device, or null when there is none, it is unreadable or too old. */
export function readDraft<T>(
  name: string,
  { owner = presentOwner(), now = serverNow() }: DraftOf = {},
): Draft<T> | null {
  const key = draftKey(name, owner);
  return draftAt<T>(tabStore, key, owner, now) ?? draftAt<T>(deviceStore, key, owner, now);
}

/**
 * Keeps a draft: on this device where its owner has said that it is theirs, else until the tab is closed.
 * @returns when it was saved, or null when the device has no room or forbids it
 */
export function writeDraft(
  name: string,
  value: unknown,
  { owner = presentOwner(), now = serverNow(), base }: DraftOf = {},
): number | null {
  const text = JSON.stringify({
    value: withoutSecrets(value),
    base: withoutSecrets(base),
    savedAt: now,
    by: thisWindow,
  });
  const key = draftKey(name, owner);
  const [chosen, other] = isOwnDevice(owner) ? [deviceStore, tabStore] : [tabStore, deviceStore];
  if (!chosen.set(key, text)) return null;
  // One draft has one place: an older text in the other one would come back in its stead.
  other.remove(key);
  return now;
}

export function clearDraft(name: string, { owner = presentOwner() }: DraftOf = {}): void {
  for (const store of stores) store.remove(draftKey(name, owner));
}

/** Whether the person signed in has left something unfinished on this device. */
export function hasDrafts(): boolean {
  const own = draftKey('', presentOwner());
  return stores.some((store) => store.keys().some((key) => key.startsWith(own)));
}

/**
 * Removes every draft that is too old or cannot be read, whoever's it is, and takes out of the others what earlier
 * versions kept and this one does not.
 */
export function sweepDrafts(now = serverNow()): void {
  for (const store of stores) {
    for (const key of store.keys()) {
      if (!key.startsWith(draftPrefix)) continue;
      const owner = key.slice(draftPrefix.length, key.lastIndexOf(':'));
      const draft = draftAt(store, key, owner, now);
      const kept = JSON.stringify(draft === null ? null : withoutSecrets(draft));
      if (draft === null) store.remove(key);
      else if (kept !== store.get(key)) store.set(key, kept);
    }
  }
}
