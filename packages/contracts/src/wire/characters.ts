/** The text with Arabic-Indic (٠–٩) and Persian (۰–۹) digits written 0–9; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}

// Direction marks, overrides and isolates: they could make a name read as another one, and come along
// unseen when a number is copied from a message.
const bidiControls = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;

/** The text without the characters that only steer the direction of writing. */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, '');
}

/** The fewest characters that one word of a search must have: an index of trigrams finds nothing shorter. */
export const searchMinLength = 3;

/** Whether there is enough to look for: one long word, or as many digits however they are grouped (`06 1` is looked for as one). */
export function isSearchable(text: string): boolean {
  const digits = asciiDigits(text).replace(/[\s+().\-/]/g, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= searchMinLength;
  return isNumber || text.split(/\s+/).some((word) => word.length >= searchMinLength);
}
