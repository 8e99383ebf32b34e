/**
 * A text as comparisons see it: without case, accents, Arabic vowel signs and repeated spaces.
 * It decides what "exists already" means and what a title filter finds; it is stored beside the
 * label (`libelleKey`, `titleKey`), so a change here needs a migration of those columns.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** A place's name as comparisons see it: letters and digits only ("M'diq – Fnideq" is "mdiqfnideq"). */
export function placeKey(text: string): string {
  return searchKey(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Text for the `contains` of a query: `%`, `_` and `\` mean themselves. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
