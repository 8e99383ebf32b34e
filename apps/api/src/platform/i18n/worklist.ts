import type { Lang } from '@wasl/contracts';

import ar from './ar/worklist.json' with { type: 'json' };
import en from './en/worklist.json' with { type: 'json' };
import es from './es/worklist.json' with { type: 'json' };
import fr from './fr/worklist.json' with { type: 'json' };

/** A column of the exported worklist. */
export type WorklistColumn = keyof typeof fr.column;
/** The titles of the exported worklist: of its sheet, of a column. */
type WorklistTranslate = (key: 'sheet' | `column.${WorklistColumn}`) => string;

const words: Readonly<Record<Lang, typeof fr>> = { fr, en, ar, es };

export function worklistTranslator(lang: Lang): WorklistTranslate {
  const { sheet, column } = words[lang];
  const titles = new Map(Object.entries(column).map(([name, title]) => [`column.${name}`, title]));
  return (key) => (key === 'sheet' ? sheet : (titles.get(key) ?? key));
}
