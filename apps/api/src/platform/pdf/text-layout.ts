import type PDFDocument from 'pdfkit';

import { drawMarks, embeddedFont, mapArabicGlyphs, rtlFeatures } from './arabic-glyphs.ts';
import {
  directionOf,
  hasRtl,
  ltr,
  visualRuns,
  withoutControls,
  type Direction,
  type VisualRun,
} from './bidi.ts';
import { fallbackFonts, fontBytes, type FontName } from './fonts.ts';

type Doc = InstanceType<typeof PDFDocument>;

export interface TextStyle {
  readonly font?: FontName;
  /** Points. */
  readonly size?: number;
  readonly color?: string;
  /** Along the reading direction of the document. */
  readonly align?: 'start' | 'center' | 'end';
  /** Distance between two base lines, in font sizes. */
  readonly leading?: number;
  /** Element of the document's structure, for screen readers. */
  readonly tag?: 'H1' | 'H2' | 'H3' | 'P' | 'Lbl' | 'LBody';
}

interface Line {
  readonly text: string;
  readonly base: Direction;
  readonly width: number;
}

export interface Block {
  readonly lines: readonly Line[];
  readonly style: Required<TextStyle>;
  /** The text for screen readers, where its content is in visual order or in several lines. */
  readonly spoken: { readonly actual?: string };
  /** Points. */
  readonly height: number;
}

/** Points from one line of a block to the next. */
export const lineHeight = ({ style }: Block): number => style.size * style.leading;

const defaults: Required<TextStyle> = {
  font: 'regular',
  size: 9,
  color: '#1f2a2e',
  align: 'start',
  leading: 1.5,
  tag: 'P',
};

/** Position of the base line, as a share of the line's height. */
const ascent = 0.75;

// Shaping a word is the most expensive part, so its width in font sizes is cached for later documents.
const widths: Record<FontName, Map<string, number>> = { regular: new Map(), bold: new Map() };
const mostWidths = 20_000;

/** A letter with its marks. */
const cluster = /\P{M}\p{M}*|^\p{M}+/gu;
/** A Latin letter with marks, which fonts have as one character. */
const marked = /\p{Script=Latin}\p{M}+/gu;

/** A code of {@link codeOf}; `draw` makes a box of its brackets. */
const code = /(\[U\+[\dA-F]{4,6}\])/;

/** Shows a character without a glyph by its code point, so that it can be looked up. */
function codeOf(char: string): string {
  return ltr(`[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** Letters with their marks, and whole codes. */
function lettersOf(text: string): string[] {
  return text
    .split(code)
    .flatMap((piece) =>
      code.test(piece) ? [piece] : Array.from(piece.matchAll(cluster), ([letter]) => letter),
    );
}

/** Letters that stay whole at the end of a line; a code stays with its signs of direction. */
const unbroken = /\u2066\[U\+[\dA-F]{4,6}\]\u2069|\P{M}\p{M}*|^\p{M}+/gu;

/** Draws a box on the brackets of a code. */
function drawBox(
  doc: Doc,
  box: { at: number; baseline: number; width: number; size: number; color: string },
): void {
  const { at, baseline, width, size, color } = box;
  const inset = size * 0.12;
  doc
    .save()
    .lineWidth(size * 0.07)
    .strokeColor(color);
  doc.rect(at + inset, baseline - size * 0.82, width - 2 * inset, size * 1.05);
  doc.stroke().restore();
}

/** Breaks and draws text of both directions. `direction` is the document's. */
export function textLayout(doc: Doc, direction: Direction) {
  for (const name of ['regular', 'bold'] as const) mapArabicGlyphs(embeddedFont(doc.font(name)));
  // PDF readers lose thin spaces, and they are invisible in small print.
  const shapes = new Map([['\u202f', '\u00a0']]);

  /** Characters of the fallback fonts. */
  const foreign = new Set<string>();

  const hasShapes = (text: string, font: string): boolean => {
    const { font: shapesOf } = embeddedFont(doc.font(font));
    return Array.from(text).every((one) => shapesOf.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
  };

  /** The character, or its replacement where no font has a glyph. */
  function shapeOf(char: string): string {
    if (withoutControls(char) === '' || /\s/.test(char) || hasShapes(char, 'regular')) return char;
    if (foreign.size === 0)
      for (const name of Object.values(fallbackFonts)) doc.registerFont(name, fontBytes(name));
    if (hasShapes(char, fallbackFonts.regular)) {
      foreign.add(char);
      return char;
    }
    const compatible = char.normalize('NFKC');
    return hasShapes(compatible, 'regular') ? compatible : codeOf(char);
  }

  function printable(char: string): string {
    const shown = shapes.get(char) ?? shapeOf(char);
    shapes.set(char, shown);
    return shown;
  }

  /** The parts of a run, from left to right, each in one font. */
  function partsOf({ text, isRtl }: VisualRun, font: FontName) {
    const parts: { text: string; font: string; isRtl: boolean }[] = [];
    for (const letter of lettersOf(text)) {
      const isForeign = Array.from(letter).some((char) => foreign.has(char));
      const own = isForeign ? fallbackFonts[font] : font;
      const last = parts.at(-1);
      if (last?.font !== own || code.test(letter) || code.test(last.text))
        parts.push({ text: letter, font: own, isRtl: isRtl && !isForeign });
      else last.text = isRtl && isForeign ? letter + last.text : last.text + letter;
    }
    return isRtl ? parts.reverse() : parts;
  }

  const optionsOf = (isRtl: boolean) =>
    isRtl ? { lineBreak: false, features: rtlFeatures } : { lineBreak: false };

  /** Words do not join over a space, so a line is as wide as its words and spaces. */
  function wordWidth(word: string, font: FontName, size: number): number {
    const known = widths[font].get(word);
    if (known !== undefined) return known * size;
    let width = 0;
    for (const run of visualRuns(word, hasRtl(word) ? 'rtl' : 'ltr'))
      for (const part of partsOf(run, font))
        width += doc.font(part.font).widthOfString(part.text, optionsOf(part.isRtl));
    doc.font(font);
    if (widths[font].size >= mostWidths) widths[font].clear();
    widths[font].set(word, width / size);
    return width;
  }

  function widthOf(text: string, font: FontName, size: number): number {
    const words = text.split(' ');
    const spaces = (words.length - 1) * wordWidth(' ', font, size);
    return words.reduce(
      (sum, word) => sum + (word === '' ? 0 : wordWidth(word, font, size)),
      spaces,
    );
  }

  /** Cuts a word that is wider than a line. */
  function pieces(word: string, font: FontName, size: number, most: number): string[] {
    if (wordWidth(word, font, size) <= most) return [word];
    const cut: string[] = [];
    let piece = '';
    for (const [letter] of word.matchAll(unbroken)) {
      if (piece !== '' && wordWidth(piece + letter, font, size) > most) {
        cut.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...cut, piece];
  }

  return {
    /** Breaks text into lines of at most `width` points. Each paragraph has the direction of its first letter. */
    block(text: string, width: number, style: TextStyle = {}): Block {
      const full = { ...defaults, ...style };
      const { font, size } = full;
      doc.fontSize(size);
      const space = wordWidth(' ', font, size);
      const lines: Line[] = [];
      for (const paragraph of text.split(/\r?\n/)) {
        const whole = paragraph.replaceAll(marked, (letter) => letter.normalize('NFC'));
        const shown = Array.from(whole, printable).join('');
        const base = directionOf(shown, direction);
        let line = '';
        let lineWidth = 0;
        const words = shown.split(/[ \t]+/).filter((word) => word !== '');
        for (const word of words.flatMap((one) => pieces(one, font, size, width))) {
          const own = wordWidth(word, font, size);
          if (line !== '' && lineWidth + space + own > width) {
            lines.push({ text: line, base, width: lineWidth });
            line = '';
            lineWidth = 0;
          }
          lineWidth += (line === '' ? 0 : space) + own;
          line = line === '' ? word : `${line} ${word}`;
        }
        lines.push({ text: line, base, width: lineWidth });
      }
      const spoken =
        lines.length > 1 || hasRtl(text)
          ? { actual: lines.map((line) => withoutControls(line.text)).join(' ') }
          : {};
      return { lines, style: full, spoken, height: lines.length * size * full.leading };
    },

    draw(block: Block, x: number, y: number, width: number, lines = block.lines): void {
      const { font, size, color, align, leading } = block.style;
      doc.font(font).fontSize(size).fillColor(color);
      // Set outside of the runs, each of which restores the state before it: pdf.js joins runs of one font only.
      doc.addContent(`/${embeddedFont(doc).id} ${String(size)} Tf`);
      const isAtRight = align === (direction === 'rtl' ? 'start' : 'end');
      lines.forEach((line, index) => {
        const rest = width - line.width;
        let at = x + (align === 'center' ? rest / 2 : isAtRight ? rest : 0);
        const baseline = y + size * (leading * index + (leading - 1) / 2 + ascent);
        const parts = visualRuns(line.text, line.base).flatMap((run) => partsOf(run, font));
        for (const part of parts) {
          const partWidth = widthOf(part.text, font, size);
          // With both values given, pdfkit does not shape the text again to measure it.
          const measured = { textWidth: partWidth, wordCount: 1, baseline: 'alphabetic' } as const;
          doc
            .font(part.font)
            .text(part.text, at, baseline, { ...optionsOf(part.isRtl), ...measured });
          if (part.isRtl) drawMarks(doc, part.text, at, baseline, size);
          if (code.test(part.text)) drawBox(doc, { at, baseline, width: partWidth, size, color });
          at += partWidth;
        }
        doc.font(font);
      });
    },
  };
}
