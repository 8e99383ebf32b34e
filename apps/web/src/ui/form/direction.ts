import type { Lang } from '@wasl/contracts';
import { useState } from 'react';

/**
 * Direction of the control itself. The library sets `dir` on the wrapper, where `auto` reads the label and the icons
 * instead of the value.
 */
const controlRuns = (dir: 'auto' | 'ltr') => ({ attributes: { input: { dir } } });

/** Props for codes, addresses and numbers: left to right in every language. */
export const ltrControl = controlRuns('ltr');

/** Props for text of either script: the direction follows the text, or the page for an empty field. */
export function directionOf(value: unknown): Partial<typeof ltrControl> {
  return typeof value === 'string' && value !== '' ? controlRuns('auto') : {};
}

/** Props for text in one language: an empty field has the language's direction. */
export function languageControl(lang: Lang, value: unknown) {
  const empty = lang === 'ar' ? 'rtl' : 'ltr';
  const dir = typeof value === 'string' && value !== '' ? 'auto' : empty;
  return { attributes: { input: { lang, dir } } };
}

/** Props for a select: the search text or the chosen label determines the direction. */
export function useSearchDirection() {
  const [shown, setShown] = useState('');
  return { onSearchChange: setShown, ...directionOf(shown) };
}
