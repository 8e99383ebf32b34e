/** The basic alphabet of an SMS, one septet a character (3GPP TS 23.038, 6.2.1). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: an escape and a septet each (6.2.1.1). */
const extended = new Set('\f^{}\\[~]|€');

/** What one SMS holds: septets of the alphabet, or 16-bit units of any text. */
export const segmentUnits = { gsm7: 160, ucs2: 70 } as const;

/** What stands for characters that are not in the alphabet and have no plain letter inside. */
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

/** The same text in the alphabet: letters lose the accents that it lacks (ê, ô, á), the rest is replaced. */
export function toGsm7(text: string): string {
  return Array.from(text.normalize('NFC'))
    .map((character) => {
      if (isKnown(character)) return character;
      const plain = replacements[character] ?? character.normalize('NFD').charAt(0);
      return Array.from(plain).every(isKnown) ? plain : '?';
    })
    .join('');
}

/** How many units of an SMS a text takes: septets where all of it is in the alphabet, else 16-bit units. */
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

/** Whether a text is one SMS and not several, which are paid for one by one. */
export function isOneSegment(text: string): boolean {
  const { alphabet, units } = unitsOf(text);
  return units <= segmentUnits[alphabet];
}
