import type { Page } from '@playwright/test';

import { type Language, wordsOf } from './words.ts';

/**
 * Finds keys shown instead of texts, and French texts that have a translation.
 * @param wordsIn reads the catalogue of a language
 */
export function strayWords(
  shown: readonly string[],
  language: Language,
  wordsIn: (language: Language) => ReadonlyMap<string, string> = wordsOf,
): string[] {
  const french = wordsIn('fr');
  const keys = new Set([...french.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]));
  const own = new Set(wordsIn(language).values());
  const foreign = new Set([...french.values()].filter((word) => !own.has(word)));
  return shown.filter(
    (text) => (keys.has(text) && /[.:]/.test(text)) || (language !== 'fr' && foreign.has(text)),
  );
}

/** All visible and accessible texts of the page: content, names and hints of controls. */
export async function allTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        texts.push(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return texts.filter((text) => text !== '');
  });
}
