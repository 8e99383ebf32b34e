// Soft hyphens, zero-width characters, direction marks, fillers, byte order marks, and signs of removed objects.
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]/gu;
/** Line breaks of other programs than spreadsheets. */
const otherBreaks = /[\v\f\u0085\u2028\u2029]/g;
const lineBreaks = /\s*[\r\n\t]+\s*/g;
// eslint-disable-next-line no-control-regex -- this is the rule that names them
const controls = /[\u0000-\u001F\u007F]/g;

/** Removes characters that a cell does not show, and writes every kind of space as a plain one. */
export function visibleText(text: string): string {
  return text
    .replace(invisible, '')
    .replace(otherBreaks, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/** Writes the lines of a cell as one. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ');
}

/** The control characters of a text, each once. */
export function controlsOf(text: string): string[] {
  return [...new Set(text.match(controls))];
}

/** A text as a message quotes it: shortened, with a sign for each control character. */
export function quotable(text: string): string {
  const signs = text
    .replace(/\r\n|[\r\n]/g, '⏎')
    .replaceAll('\t', '⇥')
    .replace(controls, (sign) => String.fromCharCode(0x2400 + (sign.charCodeAt(0) % 0x7f)));
  return signs.length > 40 ? `${signs.slice(0, 40)}…` : signs;
}
