import { randomUuid } from './random-uuid.ts';
import { deviceStore, type Store, tabStore } from './device-store.ts';
import { serverNow } from '../http/server-time.ts';
import {
  currentSession,
  draftPrefix,
  anonymousOwner,
  ownDevicePrefix,
} from '../session/session.ts';

export interface Draft<T> {
  readonly value: T;
  /** Initial values of the form; absent in drafts of earlier versions. */
  readonly base?: unknown;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Window that wrote the draft; absent in drafts of earlier versions. */
  readonly by?: string;
}

/** Identifies this window, so that a draft of another window is overwritten only after a question. */
export const windowId = randomUuid();

const dayMs = 24 * 3_600_000;
/** Limits in days. Anonymous drafts expire sooner, because any user of the device can open them. */
const maxAgeMs = (owner: string) => (owner === anonymousOwner ? 7 : 30) * dayMs;
/**
 * Fields that drafts never store: passwords, numbers of identity and company papers (the identity level of
 * docs/security.md), and webhook addresses, which can contain a key.
 */
const secret = /password|^(?:numCin|ice|ifu|url)$/i;
/** Both stores are read, because a draft of an earlier version may still be on the device. */
const stores: readonly Store[] = [tabStore, deviceStore];

/** Drafts belong to an account: another account on the same device does not see them. */
export const currentOwner = () => currentSession()?.email ?? anonymousOwner;
export const draftKey = (name: string, owner: string) => `${draftPrefix}${owner}:${name}`;

/** Whether the account declared this device as personal; only then do drafts outlive the tab. */
export function isOwnDevice(owner = currentOwner()): boolean {
  return deviceStore.get(ownDevicePrefix + owner) !== null;
}

export function markAsOwnDevice(owner = currentOwner()): void {
  if (!deviceStore.set(ownDevicePrefix + owner, '1')) return;
  for (const key of tabStore.keys()) {
    if (!key.startsWith(draftKey('', owner))) continue;
    const text = tabStore.get(key);
    if (text !== null && deviceStore.set(key, text)) tabStore.remove(key);
  }
}

/** Copies a value without passwords, identity numbers and files, at any depth. */
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
    return isWhole && now - (draft as Draft<T>).savedAt < maxAgeMs(owner)
      ? (draft as Draft<T>)
      : null;
  } catch {
    return null;
  }
}

interface DraftOptions {
  readonly owner?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly base?: unknown;
}

/** Reads a draft from this tab or this device. @returns null when the draft is missing, unreadable or expired */
export function readDraft<T>(
  name: string,
  { owner = currentOwner(), now = serverNow() }: DraftOptions = {},
): Draft<T> | null {
  const key = draftKey(name, owner);
  return draftAt<T>(tabStore, key, owner, now) ?? draftAt<T>(deviceStore, key, owner, now);
}

/**
 * Stores a draft on a personal device, or else in this tab.
 * @returns when it was saved, or null when the device has no room or forbids it
 */
export function writeDraft(
  name: string,
  value: unknown,
  { owner = currentOwner(), now = serverNow(), base }: DraftOptions = {},
): number | null {
  const text = JSON.stringify({
    value: withoutSecrets(value),
    base: withoutSecrets(base),
    savedAt: now,
    by: windowId,
  });
  const key = draftKey(name, owner);
  const [chosen, other] = isOwnDevice(owner) ? [deviceStore, tabStore] : [tabStore, deviceStore];
  if (!chosen.set(key, text)) return null;
  // A draft has one place: an older copy in the other store would replace it later.
  other.remove(key);
  return now;
}

export function clearDraft(name: string, { owner = currentOwner() }: DraftOptions = {}): void {
  for (const store of stores) store.remove(draftKey(name, owner));
}

export function hasDrafts(): boolean {
  const own = draftKey('', currentOwner());
  return stores.some((store) => store.keys().some((key) => key.startsWith(own)));
}

/** Removes expired and unreadable drafts of all owners. Removes secrets that earlier versions stored from the others. */
export function cleanUpDrafts(now = serverNow()): void {
  for (const store of stores) {
    for (const key of store.keys()) {
      if (!key.startsWith(draftPrefix)) continue;
      const owner = key.slice(draftPrefix.length, key.lastIndexOf(':'));
      const draft = draftAt(store, key, owner, now);
      const cleaned = JSON.stringify(draft === null ? null : withoutSecrets(draft));
      if (draft === null) store.remove(key);
      else if (cleaned !== store.get(key)) store.set(key, cleaned);
    }
  }
}
