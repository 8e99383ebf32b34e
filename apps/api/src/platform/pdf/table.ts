import { ink, type Sheet } from './sheet.ts';
import { lineHeight, type TextStyle } from './text-layout.ts';

export interface Column {
  /** Share of the page's width; the shares of a table add up to 1. */
  readonly share: number;
  readonly align?: 'start' | 'end';
}

/** Box of a cell in points: `start` and `width` along the line, `top` and `height` down the page. */
export interface CellBox {
  readonly start: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

export interface Cell {
  readonly text: string;
  /** Drawn in the cell instead of text. */
  readonly draw?: (box: CellBox) => void;
  readonly color?: string;
  readonly isStrong?: boolean;
}

export interface Row {
  readonly cells: readonly (Cell | string)[];
  /** A total row, in bold on a tinted background. */
  readonly isTotal?: boolean;
}

const gap = 8;
const padding = 3.5;
/** Maximum lines of a row that stays on one page; a longer row continues on the next page. */
const mostWhole = 8;

/** Draws a table over as many pages as it needs. The first cell of a row is its header. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): void {
  if (rows.length === 0) return;
  sheet.within(sheet.element('Table'), () => {
    for (const row of rows) sheet.within(sheet.element('TR'), () => drawRow(sheet, columns, row));
  });
}

function drawRow(sheet: Sheet, columns: readonly Column[], { cells, isTotal = false }: Row): void {
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
    const block = sheet.block(cell.text, width - gap, style);
    const box = {
      element:
        index === 0
          ? sheet.element('TH', { ...block.spoken, scope: 'Row' })
          : sheet.element('TD', block.spoken),
      block,
      draw: cell.draw,
      start: start + gap / 2,
      width: width - gap,
    };
    start += width;
    return box;
  });
  const step = Math.max(...placed.map(({ block }) => lineHeight(block)));
  const count = Math.max(...placed.map(({ block }) => block.lines.length));
  let done = 0;
  while (done < count) {
    const rest = count - done;
    sheet.need(Math.min(rest, mostWhole) * step + 2 * padding);
    const taken = Math.min(rest, Math.floor((sheet.room - 2 * padding) / step));
    const height = taken * step + 2 * padding;
    const top = sheet.y;
    if (isTotal) sheet.box(0, top, sheet.width, height, ink.sunken);
    for (const { element, block, draw, start: at, width } of placed) {
      const lines = block.lines.slice(done, done + taken);
      sheet.within(element, () => {
        if (draw && done === 0) draw({ start: at, width, top, height });
        else sheet.linesAt(block, lines, at, width, top + padding);
      });
    }
    done += taken;
    sheet.moveDown(height);
    sheet.rule();
  }
}
