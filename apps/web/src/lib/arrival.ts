import type { Lang } from '@wasl/contracts';

import { tabStore } from './device-store.ts';
import { currentLanguage } from './language.ts';

const key = 'arrival';

/** What the sign-in says to somebody whom a page before it sent there: it stays in sight until they have signed in. */
export interface Arrival {
  readonly text: string;
  /** The language of the text. */
  readonly lang: Lang;
  /** The account, to begin the sign-in with. */
  readonly email?: string;
  /** Whether the address waits for its confirmation: the mail can be sent again. */
  readonly isUnconfirmed?: boolean;
}

/** Notes what to say at the sign-in, in this tab. */
export function noteArrival(arrival: Omit<Arrival, 'lang'>): void {
  tabStore.set(key, JSON.stringify({ ...arrival, lang: currentLanguage() }));
}

/** As it was noted, for a store that compares; null where nobody was sent. */
export const arrivalNote = (): string | null => tabStore.get(key);

export function arrivalOf(note: string | null): Arrival | null {
  try {
    const given = JSON.parse(note ?? 'null') as Partial<Arrival> | null;
    return typeof given?.text === 'string' ? (given as Arrival) : null;
  } catch {
    return null;
  }
}

export function endArrival(): void {
  tabStore.remove(key);
}
