import { isCommonPassword, undressed } from '@wasl/contracts';

/** Why nobody may choose a password; the keys of the sentences. */
export type PasswordFault = 'passwordCommon' | 'passwordOwnWords';

/** Words that stand everywhere in the portal. */
const productWords = ['wasl', 'portail', 'portal', 'tanger', 'tetouan', 'hoceima'];

/** Shorter words are a part of too many others. */
const shortestWord = 4;
/** Letters that a password has beside the words one knows of its owner. */
const ownLetters = 4;

/**
 * The 49,000 passwords that turn up most in published leaks (@zxcvbn-ts/language-common). Unpacked when the first password
 * is chosen: 40 ms once, and 7 MB from then on.
 */
async function loadMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** Words as one types them in the password's alphabet: without case and accents, and also all of them in one. */
function wordsOf(text: string): string[] {
  const parts = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/);
  return [...parts, parts.join('')].filter((word) => word.length >= shortestWord);
}

const lookAlikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The letters of the password outside the words, or null where none of them stands in it, plain or in look-alikes. */
function lettersBeside(password: string, words: readonly string[]): string | null {
  const plain = password.toLowerCase();
  const likened = Array.from(plain, (sign) => lookAlikes[sign] ?? sign).join('');
  const isCovered = new Set<number>();
  for (const word of words) {
    for (const text of [plain, likened]) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
        for (let place = at; place < at + word.length; place += 1) isCovered.add(place);
    }
  }
  if (isCovered.size === 0) return null;
  return Array.from(plain)
    .filter((sign, place) => !isCovered.has(place) && /[a-z]/.test(sign))
    .join('');
}

/**
 * Whether a password that the specification's rule takes is among those that are tried first: one of the most used, dressed
 * up or not, or little more than what is known of its owner.
 * @param own names, address, organisation: of whoever chooses it
 */
export async function passwordFault(
  password: string,
  own: readonly (string | null)[],
): Promise<PasswordFault | null> {
  mostUsed ??= loadMostUsed();
  const known = await mostUsed;
  const isKnown = (word: string): boolean => known.has(word) || isCommonPassword(word);
  // Letters alone say little of a password that has as many other signs.
  const letters = (word: string): boolean =>
    word.length >= shortestWord && word.length * 2 > password.length;
  const candidates = [password.toLowerCase(), ...undressed(password).filter(letters)];
  if (candidates.some(isKnown)) return 'passwordCommon';
  const words = [...productWords, ...own.flatMap((text) => wordsOf(text ?? ''))];
  const rest = lettersBeside(password, words);
  if (rest === null) return null;
  return rest.length < ownLetters || isKnown(rest) ? 'passwordOwnWords' : null;
}
