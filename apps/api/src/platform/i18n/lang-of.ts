import { langs, type Lang } from '@wasl/contracts';

/** Parses a stored or written language; French when it is unknown. */
export function langOf(text: string | undefined): Lang {
  return langs.find((lang) => lang === text) ?? 'fr';
}
