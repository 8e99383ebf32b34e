import type { Lang } from '@wasl/contracts';

import { tabStore } from '../drafts/device-store.ts';
import { currentLanguage } from '../format/language.ts';

const key = 'arrival';

/** Messages for a person redirected to the sign-in page; their texts are `landing:arrival`. */
export const landingMessageKinds = [
  'check',
  'checkAgent',
  'confirmed',
  'confirmedAgent',
  'linkDead',
] as const;

/** The message stays visible until the sign-in, in the chosen language. */
export interface LandingParams {
  readonly kind: (typeof landingMessageKinds)[number];
  /** E-mail that prefills the sign-in form. */
  readonly email?: string;
  /** Error that caused the redirect, in the language of that moment. */
  readonly fault?: { readonly text: string; readonly lang: Lang };
}

export function storeLandingParams({
  fault,
  ...arrival
}: Omit<LandingParams, 'fault'> & { readonly fault?: string | undefined }): void {
  const landingParams: LandingParams =
    fault === undefined ? arrival : { ...arrival, fault: { text: fault, lang: currentLanguage() } };
  tabStore.set(key, JSON.stringify(landingParams));
}

/** Stored message as text, for `useSyncExternalStore`; null without a redirect. */
export const storedLandingParams = (): string | null => tabStore.get(key);

export function parseLandingParams(note: string | null): LandingParams | null {
  try {
    const given = JSON.parse(note ?? 'null') as Partial<LandingParams> | null;
    const isKnown = landingMessageKinds.some((kind) => kind === given?.kind);
    return isKnown ? (given as LandingParams) : null;
  } catch {
    return null;
  }
}

export function clearLandingParams(): void {
  tabStore.remove(key);
}
