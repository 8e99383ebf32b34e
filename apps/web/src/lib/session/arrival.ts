import type { Lang } from '@wasl/contracts';

import { tabStore } from '../drafts/device-store.ts';
import { currentLanguage } from '../format/language.ts';

const key = 'arrival';

/** What somebody whom a page before sent to the sign-in is told there; its words are `landing:arrival`. */
export const arrivalKinds = [
  'check',
  'checkAgent',
  'confirmed',
  'confirmedAgent',
  'linkDead',
] as const;

/** It stays in sight until they have signed in, in the language that is chosen there. */
export interface Arrival {
  readonly kind: (typeof arrivalKinds)[number];
  /** The account, to begin the sign-in with. */
  readonly email?: string;
  /** Something that went wrong on the way, in the words of that moment. */
  readonly fault?: { readonly text: string; readonly lang: Lang };
}

/** Notes what to say at the sign-in, in this tab. */
export function noteArrival({
  fault,
  ...arrival
}: Omit<Arrival, 'fault'> & { readonly fault?: string | undefined }): void {
  const told: Arrival =
    fault === undefined ? arrival : { ...arrival, fault: { text: fault, lang: currentLanguage() } };
  tabStore.set(key, JSON.stringify(told));
}

/** As it was noted, for a store that compares; null where nobody was sent. */
export const arrivalNote = (): string | null => tabStore.get(key);

export function arrivalOf(note: string | null): Arrival | null {
  try {
    const given = JSON.parse(note ?? 'null') as Partial<Arrival> | null;
    const isKnown = arrivalKinds.some((kind) => kind === given?.kind);
    return isKnown ? (given as Arrival) : null;
  } catch {
    return null;
  }
}

export function endArrival(): void {
  tabStore.remove(key);
}
