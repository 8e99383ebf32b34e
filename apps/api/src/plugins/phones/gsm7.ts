/** Basic SMS alphabet, one septet for each character (3GPP TS 23.038, 6.2.1). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: two septets, an escape and a code (6.2.1.1). */
const extended = new Set('\f^{}\\[~]|€');

/** Capacity of one SMS: septets of the alphabet, or 16-bit units of any text. */
export const segmentUnits = { gsm7: 160, ucs2: 70 } as const;

/** Replacements of characters that are not in the alphabet and have no base letter. */
const replacements: Readonly<Record<string, string>> = {
  ç: 'Ç',
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00A0': ' ',
  '\u202F': ' ',
};

const isKnown = (character: string): boolean => basic.has(character) || extended.has(character);

/** Converts a text to the alphabet: letters lose accents that it lacks (ê, ô, á), other characters are replaced. */
export function toGsm7(text: string): string {
  return Array.from(text.normalize('NFC'))
    .map((character) => {
      if (isKnown(character)) return character;
      const plain = replacements[character] ?? character.normalize('NFD').charAt(0);
      return Array.from(plain).every(isKnown) ? plain : '?';
    })
    .join('');
}

/** Length of a text in SMS units: septets where the alphabet has all characters, else 16-bit units. */
export function unitsOf(text: string): {
  readonly alphabet: 'gsm7' | 'ucs2';
  readonly units: number;
} {
  const characters = Array.from(text);
  if (!characters.every(isKnown)) return { alphabet: 'ucs2', units: text.length };
  return {
    alphabet: 'gsm7',
    units: characters.reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0),
  };
}

/** Whether a text fits in one SMS. Each further segment costs money. */
export function isOneSegment(text: string): boolean {
  const { alphabet, units } = unitsOf(text);
  return units <= segmentUnits[alphabet];
}
