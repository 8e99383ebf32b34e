import { moroccanWords } from './moroccan-words.ts';

/** Why a password is refused; the keys of the sentences. */
export type PasswordFault = 'passwordCommon' | 'passwordOwnWords';

const productWords = ['wasl', 'portail', 'portal'];

/** Shorter words are part of too many other words. */
const shortestWord = 4;
/** Minimum length of a password in the specification. */
const shortestPassword = 8;
/** Guesses, as the library counts them. One word, a year and a sign always take more than 10^8. */
const fewestGuesses = 1e9;
/** Guesses without signs: one word with digits stays below, two words do not. */
const fewestGuessesWithoutSigns = 1e7;
/** Characters that are estimated. The work grows with the square of the length. */
const estimatedLength = 32;
/** Look-alike readings (`@` for `a`) to try for one password. */
const lookAlikeReadings = 10;

function plain(text: string): string {
  const lower = text.toLowerCase();
  if (/^[a-z]*$/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/[^a-z\d!@#$%^&*]/g, '');
}

/** One list of words in a password's alphabet, ranked by interleaving the given lists. */
function ranked(lists: readonly (readonly string[])[]): string[] {
  const words = new Set<string>();
  const length = Math.max(...lists.map((list) => list.length));
  for (let rank = 0; rank < length; rank += 1) {
    for (const list of lists) {
      const word = plain(list[rank] ?? '');
      if (word.length >= shortestWord && word.length <= estimatedLength) words.add(word);
    }
  }
  return [...words];
}

/**
 * Loads the library at the first check: 0.6 s of CPU once, in pieces, and 16 MB afterwards. A check takes 1 ms, at most
 * 15.
 */
async function loadEstimate() {
  const [{ ZxcvbnFactory }, common, french, arabic] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
    import('@zxcvbn-ts/language-ar'),
  ]);
  const estimator = new ZxcvbnFactory({
    // Few long lists, because the library searches each list for every part of the password.
    dictionary: {
      passwords: ranked([common.dictionary['passwords-common']]),
      moroccan: ranked([moroccanWords]),
      words: ranked([
        ...Object.values(french.dictionary),
        ...Object.values(arabic.dictionary),
        common.dictionary['diceware-common'],
      ]),
    },
    graphs: common.adjacencyGraphs,
    maxLength: estimatedLength,
    l33tMaxSubstitutions: lookAlikeReadings,
  });
  return (text: string) => {
    const { guesses, sequence } = estimator.check(text);
    return { guesses, isRandom: sequence.every(({ pattern }) => pattern === 'bruteforce') };
  };
}
let loading: ReturnType<typeof loadEstimate> | undefined;

/** Whether a guessing program that knows words, names, dates, keyboards and common passwords finds the text early. */
async function isWeak(text: string): Promise<boolean> {
  const estimate = await (loading ??= loadEstimate());
  const bare = estimate(text.replace(/[!@#$%^&*]+/g, ''));
  if (!bare.isRandom && bare.guesses < fewestGuessesWithoutSigns) return true;
  const whole = estimate(text);
  // The specification accepts eight characters in which nothing is recognised.
  return whole.isRandom ? text.length < shortestPassword : whole.guesses < fewestGuesses;
}

/**
 * The words as typed in the password's alphabet, without case and accents. All of them joined count as one word too.
 */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{M}]+/u).map(plain);
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

function withoutWords(password: string, words: readonly string[]): string {
  const lower = password.toLowerCase();
  const likened = Array.from(lower, (sign) => lookAlikes[sign] ?? sign).join('');
  const isCovered = new Set<number>();
  for (const word of words) {
    for (const text of [lower, likened]) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
        for (let place = at; place < at + word.length; place += 1) isCovered.add(place);
    }
  }
  return Array.from(password)
    .filter((_sign, place) => !isCovered.has(place))
    .join('');
}

/**
 * Checks a password beyond the specification's rule. The owner's own words count for nothing: the rest must be a
 * password by itself.
 * @param own names, address and organisation of the owner
 * @returns null for a password that is strong enough
 */
export async function passwordFault(
  password: string,
  own: readonly (string | null)[],
): Promise<PasswordFault | null> {
  const words = [...productWords, ...own.flatMap((text) => wordsOf(text ?? ''))];
  const rest = withoutWords(password, words);
  if (!(await isWeak(rest))) return null;
  return rest === password ? 'passwordCommon' : 'passwordOwnWords';
}
