import type { Lang } from '@wasl/contracts';

import { tabStore } from '../drafts/device-store.ts';
import { currentLanguage } from '../format/language.ts';

const key = 'arrival';

/** Messages for a person redirected to the sign-in page; their texts are `landing:arrival`. */
export const arrivalKinds = [
  'check',
  'checkAgent',
  'confirmed',
  'confirmedAgent',
  'linkDead',
] as const;

/** The message stays visible until the sign-in, in the chosen language. */
export interface Arrival {
  readonly kind: (typeof arrivalKinds)[number];
  /** E-mail that prefills the sign-in form. */
  readonly email?: string;
  /** Error that caused the redirect, in the language of that moment. */
  readonly fault?: { readonly text: string; readonly lang: Lang };
}

export function noteArrival({
  fault,
  ...arrival
}: Omit<Arrival, 'fault'> & { readonly fault?: string | undefined }): void {
  const told: Arrival =
    fault === undefined ? arrival : { ...arrival, fault: { text: fault, lang: currentLanguage() } };
  tabStore.set(key, JSON.stringify(told));
}

/** Stored message as text, for `useSyncExternalStore`; null without a redirect. */
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
