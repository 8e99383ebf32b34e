import { langs, type Lang } from '@wasl/contracts';

/** A stored or written language; French when it is not known. */
export function langOf(text: string | undefined): Lang {
  return langs.find((lang) => lang === text) ?? 'fr';
}
