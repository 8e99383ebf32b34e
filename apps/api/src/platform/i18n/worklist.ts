import type { Lang } from '@wasl/contracts';

import ar from './ar/worklist.json' with { type: 'json' };
import en from './en/worklist.json' with { type: 'json' };
import es from './es/worklist.json' with { type: 'json' };
import fr from './fr/worklist.json' with { type: 'json' };

/** A column of the exported worklist. */
export type WorklistColumn = keyof typeof fr.column;

const words: Readonly<Record<Lang, typeof fr>> = { fr, en, ar, es };

/** The titles of the exported worklist. */
export function worklistWords(lang: Lang): typeof fr {
  return words[lang];
}
