import { ink, type Sheet } from './sheet.ts';
import type { TextStyle } from './text-layout.ts';

export interface Column {
  /** Share of the page's width; the shares of a table add up to 1. */
  readonly share: number;
  readonly align?: 'start' | 'end';
}

/** Where a cell lies: `start` and `width` along the line, `top` and `height` down the page; points. */
export interface CellBox {
  readonly start: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

export interface Cell {
  readonly text: string;
  /** Drawn in the cell instead of words. */
  readonly draw?: (box: CellBox) => void;
  readonly color?: string;
  readonly isStrong?: boolean;
}

export interface Row {
  readonly cells: readonly (Cell | string)[];
  /** A line that sums up: stronger, on a tinted field. */
  readonly isTotal?: boolean;
}

const gap = 8;
const padding = 3.5;

/** Draws rows under each other; a row stays whole, and goes over to the next page where it does not fit. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): void {
  for (const { cells, isTotal = false } of rows) {
    let start = 0;
    const placed = columns.map(({ share, align = 'start' }, index) => {
      const width = share * sheet.width;
      const given = cells[index] ?? '';
      const cell: Cell = typeof given === 'string' ? { text: given } : given;
      const style: TextStyle = {
        align,
        font: isTotal || cell.isStrong === true ? 'bold' : 'regular',
        color: cell.color ?? ink.text,
      };
      const box = {
        text: cell.text,
        draw: cell.draw,
        start: start + gap / 2,
        width: width - gap,
        style,
      };
      start += width;
      return { ...box, height: sheet.heightOf(box.text, box.width, style) };
    });
    const height = Math.max(...placed.map((cell) => cell.height)) + 2 * padding;
    sheet.need(height);
    const top = sheet.y;
    if (isTotal) sheet.box(0, top, sheet.width, height, ink.sunken);
    for (const { text, draw, start: at, width, style } of placed) {
      if (draw) draw({ start: at, width, top, height });
      else sheet.textAt(text, at, width, top + padding, style);
    }
    sheet.moveDown(height);
    sheet.rule();
  }
}
