/** Converts Arabic-Indic (٠–٩) and Persian (۰–۹) digits to 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}

// Direction marks, overrides and isolates. They can make a name look like another one, and are copied invisibly with numbers.
const bidiControls = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;

/** Removes characters that only control the writing direction. */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, '');
}

/** Minimum length of one search word: a trigram index finds nothing shorter. */
export const searchMinLength = 3;

/** Whether the text is long enough to search: one long word, or as many digits in any grouping (`06 1` counts as one). */
export function isSearchable(text: string): boolean {
  const digits = asciiDigits(text).replace(/[\s+().\-/]/g, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= searchMinLength;
  return isNumber || text.split(/\s+/).some((word) => word.length >= searchMinLength);
}
