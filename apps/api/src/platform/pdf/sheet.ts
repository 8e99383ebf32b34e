import type { Lang } from '@wasl/contracts';
import PDFDocument from 'pdfkit';

import { fontBytes } from './fonts.ts';
import { structureOf, type StructureOptions } from './structure.ts';
import { lineHeight, textLayout, type Block, type TextStyle } from './text-layout.ts';

export interface SheetOptions {
  readonly lang: Lang;
  /** In the document's properties. */
  readonly title: string;
  /** Instant of the document. A fixed instant makes equal contents equal bytes. */
  readonly createdAt: Date;
  /** Small line at the top of every page but the first. */
  readonly runningTitle: string;
  /** Text at the foot of a page; pages are numbered from 1. */
  readonly footer: (
    page: number,
    pages: number,
  ) => { readonly start: string; readonly end: string };
}

/** Print colours, as on the screens. */
export const ink = {
  text: '#1f2a2e',
  muted: '#566266',
  primary: '#0b6e6e',
  deep: '#083d44',
  onDeep: '#f7f5ee',
  accent: '#e0a100',
  border: '#ddd8cc',
  sunken: '#f3f1ea',
  good: '#43601c',
  bad: '#8f3021',
} as const;

const page = { width: 595.28, height: 841.89, side: 48, top: 44, bottom: 62 } as const;

/**
 * An A4 document that grows from top to bottom. Horizontal positions count from the reading start: the left edge, or
 * the right edge in Arabic. `y` grows downwards. All units are points.
 */
export function createSheet({ lang, title, createdAt, runningTitle, footer }: SheetOptions) {
  const direction = lang === 'ar' ? 'rtl' : 'ltr';
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Wasl', CreationDate: createdAt, ModDate: createdAt },
  });
  // Without `/Direction /R2L` for Arabic: PDFium then reads Latin words in the wrong order, and a search misses them.
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', fontBytes('regular'));
  doc.registerFont('bold', fontBytes('bold'));
  const layout = textLayout(doc, direction);
  const width = page.width - 2 * page.side;
  let y: number = page.top;
  const { artifact, content, element, within, written } = structureOf(doc);

  /** Left edge of a box that starts `start` points into the line. */
  const leftOf = (start: number, boxWidth: number): number =>
    direction === 'rtl' ? page.width - page.side - start - boxWidth : page.side + start;

  const sheet = {
    doc,
    direction,
    /** Width between the margins. */
    width,
    get y(): number {
      return y;
    },
    moveDown(points: number): void {
      y += points;
    },
    leftOf,
    artifact,
    element,
    within,

    newPage(): void {
      doc.addPage({ size: 'A4', margin: 0 });
      y = page.top;
    },

    /** Starts a page unless `height` fits on this one. @returns whether it did */
    need(height: number): boolean {
      if (height <= sheet.room) return false;
      sheet.newPage();
      return true;
    },

    get room(): number {
      return page.height - page.bottom - y;
    },

    block: (text: string, columnWidth: number, style?: TextStyle): Block =>
      layout.block(text, columnWidth, style),

    /** Draws lines of a block in a column at `top`, without advancing. */
    linesAt(
      block: Block,
      lines: Block['lines'],
      start: number,
      columnWidth: number,
      top: number,
    ): void {
      content(() => layout.draw(block, leftOf(start, columnWidth), top, columnWidth, lines));
    },

    /** Draws a figure with a text that describes it, in a box of the page. */
    figure(
      alt: string,
      start: number,
      top: number,
      width: number,
      height: number,
      draw: () => void,
    ): void {
      const left = leftOf(start, width);
      const options: StructureOptions = { alt, bbox: [left, top, left + width, top + height] };
      within(element('Figure', options), () => content(draw));
    },

    heightOf(text: string, columnWidth: number, style?: TextStyle): number {
      return layout.block(text, columnWidth, style).height;
    },

    /** Draws text in a column at `top`, without advancing. @returns its height */
    textAt(
      text: string,
      start: number,
      columnWidth: number,
      top: number,
      style?: TextStyle,
    ): number {
      const block = layout.block(text, columnWidth, style);
      written(block, () => sheet.linesAt(block, block.lines, start, columnWidth, top));
      return block.height;
    },

    /** Writes a paragraph and advances; it breaks over pages line by line. */
    paragraph(text: string, style?: TextStyle, start = 0): void {
      const columnWidth = width - start;
      const block = layout.block(text, columnWidth, style);
      const step = lineHeight(block);
      written(block, () => {
        for (const line of block.lines) {
          sheet.need(step);
          sheet.linesAt(block, [line], start, columnWidth, y);
          y += step;
        }
      });
    },

    box(start: number, top: number, boxWidth: number, height: number, color: string): void {
      artifact(() => doc.rect(leftOf(start, boxWidth), top, boxWidth, height).fill(color));
    },

    rule(color: string = ink.border, top = y): void {
      artifact(() => {
        doc.moveTo(page.side, top).lineTo(page.width - page.side, top);
        doc.lineWidth(0.6).strokeColor(color).stroke();
      });
    },

    /** Adds headers and page numbers and closes the document. @returns its bytes */
    async finish(): Promise<Buffer> {
      drawMargins(sheet, runningTitle, footer);
      doc.end();
      return await finished;
    },
  };
  sheet.newPage();
  return sheet;
}
export type Sheet = ReturnType<typeof createSheet>;

/** Draws running title, footer and page number of each page. */
function drawMargins(sheet: Sheet, runningTitle: string, footer: SheetOptions['footer']): void {
  const { doc, width } = sheet;
  const { start: first, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(first + index);
    const small = { size: 7.5, color: ink.muted } as const;
    const foot = footer(index + 1, count);
    const top = page.height - page.bottom + 18;
    sheet.rule(ink.border, top);
    sheet.artifact(() => {
      if (index > 0) sheet.textAt(runningTitle, 0, width, 24, small);
      sheet.textAt(foot.start, 0, width * 0.7, top + 6, small);
      sheet.textAt(foot.end, width * 0.7, width * 0.3, top + 6, { ...small, align: 'end' });
    });
  }
}
