import type { ValidationKey } from '../words/keys.ts';
import { line, v } from './text.ts';

/** Maximum length of a name. Longer texts are refused as too long, without further checks. */
const longest = 300;

// Invisible characters: joiners, fillers, variation and direction marks, soft hyphens (Unicode:
// Default_Ignorable_Code_Point), and the blank Braille pattern.
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Normalizes a name: removes invisible characters, and converts spaces and letters to plain ones. `Ｗａｓｌ`, `𝐖𝐚𝐬𝐥`
 * and `Wasl` become equal.
 */
export function plainName(text: string): string {
  if (text.length > longest) return text;
  return text
    .replace(invisible, '')
    .replace(/\p{L}+/gu, (letters) => letters.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[\p{Zs}]+/gu, ' ')
    .trim();
}

// Domain endings that mail programs link automatically. `S.A.R.L.` and `Dr.Alami` do not match, because their last
// part is no such ending.
const domainEnds =
  `academy|agency|app|biz|blog|center|cloud|club|com|dev|digital|edu|email|gov|help|icu|info|int|io|link|live|
  ltd|me|media|mobi|money|net|news|one|online|org|page|press|pro|shop|site|space|store|support|team|tech|tel|top|vip|web|
  website|win|work|world|xyz|zone|ae|at|be|br|ca|cc|cf|ch|click|cm|cn|co|de|dz|eg|es|eu|fr|ga|gl|gq|in|it|jp|ke|kr|ly|ma|
  ml|mr|ng|nl|pl|pt|pw|ru|sa|sn|su|tk|tn|to|tv|ua|uk|us|ws|za`.replace(/\s+/g, '');
// Without lookbehind, which breaks the page in Safari before 16.4.
const domain = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}-]{1,62}\.(?:${domainEnds})(?![\p{L}\p{N}])`,
  'iu',
);
const address = /:\/\/|(?:^|[^\p{L}])www\.|@|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/iu;

/** Whether the text contains, or looks like, a web or mail address. */
export function hasAddress(text: string): boolean {
  if (text.length > longest) return false;
  // Dots of other scripts and widths; `NFKC` converts the rest.
  const dotted = text.normalize('NFKC').replace(/[\u3002\uff61\u2024\u0701\u06d4]/g, '.');
  return address.test(dotted) || domain.test(dotted);
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Arabic}/u, /\p{Script=Tifinagh}/u];
// Latin letters of the languages used here. Other Latin letters look like them: a click like an l, a small capital
// like a letter, a dotless i like an i.
const knownLatin =
  /^[A-Za-z\u00aa\u00ba\u00c0-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e\u0218-\u021b\u1e00-\u1eff]$/u;

/** Whether every word is in one script that is used here, without lookalike letters. */
export function isReadable(text: string): boolean {
  if (text.length > longest) return true;
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => {
    const letters = Array.from(word).filter((sign) => /\p{L}/u.test(sign));
    const [first = ''] = letters;
    const script = scripts.find((one) => one.test(first));
    if (script === undefined) return letters.length === 0;
    if (!letters.every((letter) => script.test(letter))) return false;
    return script !== scripts[0] || letters.every((letter) => knownLatin.test(letter));
  });
}

/** Whether the text is already a valid list name: {@link listedName} accepts it unchanged. */
export function isListedName(text: string): boolean {
  return text.replace(invisible, '') === text && !hasAddress(text) && isReadable(text);
}

/** Reports one issue at a time: an empty or non-text value is not checked further. */
const isFaultless = ({ issues }: { issues: readonly unknown[] }): boolean => issues.length === 0;

/** Name of a person or a company on one line, without web addresses and invisible characters. */
export function personName(max: number, required: ValidationKey = 'required') {
  return line(max, required)
    .overwrite(plainName)
    .refine((text) => text.length > 0, { error: v(required), when: isFaultless })
    .refine((text) => !hasAddress(text), { error: v('nameHasAddress'), when: isFaultless });
}

/**
 * Name in a public list: an organisation, a service, a document type. As {@link personName}, with each word in one
 * script, so that no name imitates another.
 */
export function listedName(max: number, required: ValidationKey = 'required') {
  return personName(max, required).refine(isReadable, {
    error: v('nameNotReadable'),
    when: isFaultless,
  });
}
