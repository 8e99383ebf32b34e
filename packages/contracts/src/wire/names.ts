import type { ValidationKey } from '../words/keys.ts';
import { line, v } from './text.ts';

/** No name is longer; what is longer is refused as too long, and not looked at. */
const longest = 300;

// Nobody sees these: joiners, fillers, variation and direction marks, soft hyphens (Unicode: Default_Ignorable_Code_Point),
// and the one Braille letter without a dot.
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text without what nobody sees, its spaces plain and its letters written as they read: `Ｗａｓｌ`, `𝐖𝐚𝐬𝐥` and `Wasl` are one. */
export function plainName(text: string): string {
  if (text.length > longest) return text;
  return text
    .replace(invisible, '')
    .replace(/\p{L}+/gu, (letters) => letters.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[\p{Zs}]+/gu, ' ')
    .trim();
}

// What mail programs make a link of by themselves. `S.A.R.L.` and `Dr.Alami` are none: their last part is no such name.
const domainEnds =
  `academy|agency|app|biz|blog|center|cloud|club|com|dev|digital|edu|email|gov|help|icu|info|int|io|link|live|
  ltd|me|media|mobi|money|net|news|one|online|org|page|press|pro|shop|site|space|store|support|team|tech|tel|top|vip|web|
  website|win|work|world|xyz|zone|ae|at|be|br|ca|cc|cf|ch|click|cm|cn|co|de|dz|eg|es|eu|fr|ga|gl|gq|in|it|jp|ke|kr|ly|ma|
  ml|mr|ng|nl|pl|pt|pw|ru|sa|sn|su|tk|tn|to|tv|ua|uk|us|ws|za`.replace(/\s+/g, '');
// Without lookbehind, on which a page fails to load in Safari before 16.4.
const domain = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}-]{1,62}\.(?:${domainEnds})(?![\p{L}\p{N}])`,
  'iu',
);
const address = /:\/\/|(?:^|[^\p{L}])www\.|@|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/iu;

/** Whether something in it is followed as an address of the web or of a mailbox, or reads as one. */
export function hasAddress(text: string): boolean {
  if (text.length > longest) return false;
  // Dots of other scripts and widths; `NFKC` knows the rest.
  const dotted = text.normalize('NFKC').replace(/[\u3002\uff61\u2024\u0701\u06d4]/g, '.');
  return address.test(dotted) || domain.test(dotted);
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Arabic}/u, /\p{Script=Tifinagh}/u];
// Latin letters that languages here are written with. Others of the script are drawn like them: a click like an l, a small
// capital like a letter, an i without its dot like an i.
const knownLatin =
  /^[A-Za-z\u00aa\u00ba\u00c0-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e\u0218-\u021b\u1e00-\u1eff]$/u;

/** Whether every word is of one script that is read here, without letters that only look like another. */
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

/** Whether a text is a name as lists have them, already: {@link listedName} takes it and finds nothing hidden in it. */
export function isListedName(text: string): boolean {
  return text.replace(invisible, '') === text && !hasAddress(text) && isReadable(text);
}

/** One fault is told at a time: what is empty, or no text, is not looked at again. */
const isFaultless = ({ issues }: { issues: readonly unknown[] }): boolean => issues.length === 0;

/** The name of a person or a company, on one line: no address of the web, and nothing that nobody sees. */
export function personName(max: number, required: ValidationKey = 'required') {
  return line(max, required)
    .overwrite(plainName)
    .refine((text) => text.length > 0, { error: v(required), when: isFaultless })
    .refine((text) => !hasAddress(text), { error: v('nameHasAddress'), when: isFaultless });
}

/**
 * What stands in lists that others choose from: an organisation, a service, a document type. As {@link personName}, and every
 * word in letters of one script, so that none looks like another one.
 */
export function listedName(max: number, required: ValidationKey = 'required') {
  return personName(max, required).refine(isReadable, {
    error: v('nameNotReadable'),
    when: isFaultless,
  });
}
