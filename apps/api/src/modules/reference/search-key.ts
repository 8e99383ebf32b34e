/**
 * Arabic letters that look alike or are interchanged, by the letter of an Arabic keyboard: letters of Persian and Urdu
 * keyboards, letters without dots, final ta and ha, alefs.
 */
const arabicAlike: readonly (readonly [letter: string, alike: string])[] = [
  ['\u064A', '\u0649\u06CC\u06CD\u06D0\u063D\u063E\u063F\u06D2'], // ي: ى ی ۍ ې ؽ ؾ ؿ ے
  ['\u0628', '\u066E'], // ب: ٮ
  ['\u0643', '\u06A9\u06AA'], // ك: ک ڪ
  ['\u0647', '\u0629\u06C1\u06C2\u06C3\u06BE\u06D5\u06FF'], // ه: ة ہ ۂ ۃ ھ ە ۿ
  ['\u0627', '\u0671\u0672\u0673\u0675'], // ا: ٱ ٲ ٳ ٵ; أ, إ and آ lose their signs as all letters do
  ['\u0646', '\u06BA'], // ن: ں
  ['\u0642', '\u066F'], // ق: ٯ
  ['\u0641', '\u06A1'], // ف: ڡ
];
const plainArabic = new Map(
  arabicAlike.flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
);
/** The zeros of the Arabic and the Persian digits. */
const zeros = [0x0660, 0x06f0];

function plainSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? (plainArabic.get(sign) ?? sign) : String(code - zero);
}

/**
 * The key of a text for comparisons: without case, accents, Arabic vowel signs and repeated spaces, and with one letter
 * for similar Arabic letters. The contracts check the script of a list's names (`listedName`). The key decides on
 * duplicates and title filters. It is stored next to the label (`libelleKey`, `titleKey`), so a change here needs a
 * migration of those columns.
 */
export function searchKey(text: string): string {
  return text
    .replace(/[\uFB50-\uFDFF\uFE70-\uFEFE]+/gu, (forms) => forms.normalize('NFKC'))
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[\u0600-\u06FF]/gu, plainSign)
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The key of a place's name: letters and digits only ("M'diq – Fnideq" is "mdiqfnideq"). */
export function placeKey(text: string): string {
  return searchKey(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
