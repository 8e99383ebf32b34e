const groups = /(\+?\d+(?:[ \u00a0.-]\d+)+|\+\d+)/;
/** Fewer digits are usually a list or a date, not one number. */
const leastDigits = 8;
/** Longer text is not one number on one line. */
const longest = 24;

function isNumber(part: string): boolean {
  return part.length <= longest && part.replace(/\D/g, '').length >= leastDigits;
}

/**
 * Text whose phone and request numbers stay whole and left to right. In Arabic, `+212 612 345 678` would be drawn group
 * by group from the right, and a title would break `2026-000010`.
 */
export function LtrNumbers({ text }: { text: string }) {
  // `split` with a capture group returns the matches at odd indexes.
  return text.split(groups).map((part, index) =>
    index % 2 === 1 && isNumber(part) ? (
      <bdi key={`${String(index)}-${part}`} dir="ltr" style={{ whiteSpace: 'nowrap' }}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );
}
