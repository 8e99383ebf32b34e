// A bullet, dash, number or letter at the beginning of a line, as people write lists.
const marker = /^\s*(?:[-*•·–—▪◦‣]|(?:\d{1,2}|[a-zA-Z])[.)]|[\u0660-\u0669]{1,2}[.)])\s+/u;

/**
 * Splits an observation into items: one per line, without bullets and semicolons. A line that ends with a colon is a
 * heading and is skipped.
 */
export function observationItems(observation: string): readonly string[] {
  const lines = observation
    .split(/\r?\n/)
    .map((line) => ({
      isMarked: marker.test(line),
      text: line
        .replace(marker, '')
        .trim()
        .replace(/[;؛,،]$/u, '')
        .trimEnd(),
    }))
    .filter(({ text }) => text !== '');
  const items = lines.filter(
    ({ isMarked, text }, index) => isMarked || !/[:：]$/.test(text) || index === lines.length - 1,
  );
  return [...new Set(items.map(({ text }) => text))];
}
