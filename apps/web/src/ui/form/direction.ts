import type { Lang } from '@wasl/contracts';
import { useState } from 'react';

/**
 * Direction of the very control. Given as `dir` the library puts it on the box around the control, where `auto` sees
 * the label and the icons but not what is typed.
 */
const controlRuns = (dir: 'auto' | 'ltr') => ({ attributes: { input: { dir } } });

/** Props of a field of codes, addresses, numbers: from left to right in every language. */
export const ltrControl = controlRuns('ltr');

/** Props of a field of words: they run as they are written, of either script; an empty field as the page does. */
export function directionOf(value: unknown): Partial<typeof ltrControl> {
  return typeof value === 'string' && value !== '' ? controlRuns('auto') : {};
}

/** The same for words of one language: an empty field runs as the language does. */
export function languageControl(lang: Lang, value: unknown) {
  const empty = lang === 'ar' ? 'rtl' : 'ltr';
  const dir = typeof value === 'string' && value !== '' ? 'auto' : empty;
  return { attributes: { input: { lang, dir } } };
}

/** Props of a list of choices: what is typed to search it, or the words of the choice, run as they are written. */
export function useSearchDirection() {
  const [shown, setShown] = useState('');
  return { onSearchChange: setShown, ...directionOf(shown) };
}
