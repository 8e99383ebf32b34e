import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A piece of a line that is drawn at once; pieces are in visual order from left to right. */
export interface VisualRun {
  readonly text: string;
  /** Whether the font must join the letters and lay them out from right to left. */
  readonly isRtl: boolean;
}

const bidi = bidiFactory();
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const strongLetter = /\p{L}/u;
// Invisible marks that only control the direction.
const controls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

export function hasRtl(text: string): boolean {
  return rtlLetter.test(text);
}

/** Isolates a number, a reference or a name as left-to-right text. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`;
}

/** Direction of a paragraph, by its first letter; `otherwise` without letters. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const first = strongLetter.exec(text.replace(/\u2066[^\u2069]*\u2069/g, ''))?.[0];
  if (first === undefined) return otherwise;
  return hasRtl(first) ? 'rtl' : 'ltr';
}

/** Removes the direction marks. */
export function withoutControls(text: string): string {
  return text.replace(controls, '');
}

interface LeveledRun {
  level: number;
  text: string;
  mirrored: string;
}

/** The line in runs of one embedding level, in logical order. */
function leveledRuns(line: string, base: Direction): LeveledRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, base);
  const mirrors = bidi.getMirroredCharactersMap(line, levels);
  const runs: LeveledRun[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const char = line.charAt(at);
    const mirrored = mirrors.get(at) ?? char;
    const last = runs.at(-1);
    if (last?.level === level) {
      last.text += char;
      last.mirrored += mirrored;
    } else runs.push({ level, text: char, mirrored });
  }
  return runs;
}

/**
 * Reorders by rule L2 of the bidirectional algorithm: from the highest level down, it reverses every run of at least that level.
 */
function reordered(runs: LeveledRun[]): LeveledRun[] {
  let order = runs;
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    const next: LeveledRun[] = [];
    let stretch: LeveledRun[] = [];
    for (const run of order) {
      if (run.level >= level) stretch.unshift(run);
      else {
        next.push(...stretch, run);
        stretch = [];
      }
    }
    order = [...next, ...stretch];
  }
  return order;
}

/**
 * The runs of one line in visual order. The font shapes and reverses Arabic runs itself. This function mirrors brackets
 * and reverses runs of signs, which the font does not.
 */
export function visualRuns(line: string, base: Direction): VisualRun[] {
  if (base === 'ltr' && !hasRtl(line)) return [{ text: withoutControls(line), isRtl: false }];
  return reordered(leveledRuns(line, base))
    .map(({ level, text, mirrored }): VisualRun => {
      if (level % 2 === 0) return { text: withoutControls(text), isRtl: false };
      const clean = withoutControls(mirrored);
      return hasRtl(clean)
        ? { text: clean, isRtl: true }
        : { text: Array.from(clean).reverse().join(''), isRtl: false };
    })
    .filter(({ text }) => text !== '');
}
