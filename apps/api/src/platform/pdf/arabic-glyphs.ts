import type PDFDocument from 'pdfkit';

type Doc = InstanceType<typeof PDFDocument>;

/** In thousandths of the font size. */
interface Position {
  readonly xAdvance: number;
  readonly advanceWidth: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

interface Glyph {
  readonly id: number;
  readonly isMark: boolean;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
  readonly path: { toSVG(): string };
}

/** The internal parts of pdfkit's embedded font that this file uses. Its public types omit them. */
interface EmbeddedFont {
  readonly id: string;
  readonly font: {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getGlyph(id: number): Glyph;
  };
  readonly scale: number;
  /** Glyphs of the embedded font; the index is the character code in the PDF. */
  readonly subset: { readonly glyphs: number[] };
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  readonly layout: (
    text: string,
    features?: readonly string[],
  ) => { readonly glyphs: readonly Glyph[]; readonly positions: readonly Position[] };
  encode: (
    text: string,
    features?: readonly string[],
  ) => [codes: readonly string[], positions: readonly Position[]];
}

/** Feature by which the font lays out a run from right to left. */
export const rtlFeatures = ['rtla' as const];

/** The font that a document writes with at the moment. */
export function embeddedFont(doc: Doc): EmbeddedFont {
  return (doc as unknown as { readonly _font: EmbeddedFont })._font;
}

const mark = /\p{M}/u;

/** The glyph `.null` of TrueType fonts: empty, without width. */
const emptyGlyph = 1;
const nowhere: Position = { xAdvance: 0, advanceWidth: 0, xOffset: 0, yOffset: 0 };
/** Thousandths of the font size: readers take a wider gap between two letters for a space. */
const maxGap = 25;

/**
 * Makes Arabic text of a font extractable. Readers of PDF take the characters of a line from left to right and reverse
 * Arabic ones. They also reverse the letters of a ligature, and take a raised vowel mark for another line. So each code
 * in the PDF is one character, in visual order. Marks and the further letters of a ligature have an empty glyph, and
 * `drawMarks` draws the marks.
 */
export function mapArabicGlyphs(font: EmbeddedFont): void {
  const encodeLatin = font.encode.bind(font);
  const codes = new Map<string, string>();

  function codeOf(glyph: Glyph, character: string): string {
    const key = `${String(glyph.id)} ${character}`;
    const known = codes.get(key);
    if (known !== undefined) return known;
    const code = font.subset.glyphs.push(glyph.id) - 1;
    font.widths[code] = glyph.advanceWidth * font.scale;
    font.unicode[code] = [character.codePointAt(0) ?? 0];
    const hex = code.toString(16).padStart(4, '0');
    codes.set(key, hex);
    return hex;
  }

  font.encode = (text, features) => {
    if (features === undefined) return encodeLatin(text);
    const { glyphs, positions } = font.layout(text, features);
    const characters = Array.from(text).reverse();
    const shown: { code: string; position: Position }[] = [];
    let count = 0;
    glyphs.forEach((glyph, index) => {
      count += glyph.codePoints.length;
      if (glyph.isMark) return;
      const cluster = characters.splice(0, count);
      count = 0;
      const base = cluster.findIndex((character) => !mark.test(character));
      const position = positions[index] ?? nowhere;
      const excess = Math.max(0, position.xOffset - maxGap);
      cluster.forEach((character, at) => {
        shown.push(
          at === base
            ? {
                code: codeOf(glyph, character),
                position: {
                  ...position,
                  xOffset: position.xOffset - excess,
                  xAdvance: position.xAdvance - excess,
                },
              }
            : { code: codeOf(font.font.getGlyph(emptyGlyph), character), position: nowhere },
        );
      });
    });
    return [shown.map(({ code }) => code), shown.map(({ position }) => position)];
  };
}

/**
 * Draws the vowel marks of a run of Arabic text as shapes.
 * @param x left edge of the run, points
 * @param size points
 */
export function drawMarks(doc: Doc, text: string, x: number, baseline: number, size: number): void {
  if (!mark.test(text)) return;
  const font = embeddedFont(doc);
  const { glyphs, positions } = font.layout(text, rtlFeatures);
  const unit = size / font.font.unitsPerEm;
  let pen = 0;
  glyphs.forEach((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? nowhere;
    if (glyph.isMark) {
      const [left, up] = [((pen + xOffset) * size) / 1000, (yOffset * size) / 1000];
      doc
        .save()
        .translate(x + left, baseline - up)
        .scale(unit, -unit);
      doc.path(glyph.path.toSVG()).fill().restore();
    }
    pen += xAdvance;
  });
}
