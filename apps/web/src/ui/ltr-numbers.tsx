const groups = /(\+?\d+(?:[ \u00a0.-]\d+)+|\+\d+)/;
/** Fewer digits are a list or a day more often than one number. */
const leastDigits = 8;
/** Longer than this is no number that stays on one line. */
const longest = 24;

function isNumber(part: string): boolean {
  return part.length <= longest && part.replace(/\D/g, '').length >= leastDigits;
}

/**
 * Words with their phone and request numbers kept whole and left to right: between Arabic letters
 * `+212 612 345 678` would be drawn group by group from the right, and a title would cut `2026-000010`.
 */
export function LtrNumbers({ text }: { text: string }) {
  // Split at a captured pattern, what it caught stands at the odd places.
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
