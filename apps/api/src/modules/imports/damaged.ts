import type { XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import type { ImportsKey } from './words/index.ts';

/** Damage to a value by a spreadsheet program: the key of its message. */
export type Damage = Extract<ImportsKey, `line.damaged.${string}`>;

/** Error values of spreadsheet programs in the languages of the portal. Arabic versions show English. */
const errorValue =
  /^#(?:N\/A|N\/D|REF!|VALUE!|VALEUR!|NAME\?|NOM\?|NUM!|NOMBRE!|NULL!|NUL!|DIV\/0!|SPILL!|CALC!|¡(?:REF|VALOR|NUM|NULO|DIV\/0)!|¿NOMBRE\?|#+)$/i;
/** A number that was too long for its cell: `6,12E+08`. */
const abbreviated = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i;
/** UTF-8 letters decoded as Windows-1252 (`Ã©`, `â€™`, `Ø§`). */
const wrongLetters = /â€|[ÃÂØÙ][\u0080-\u00BFŒœŠšŸŽžƒˆ˜‚„†‡‰‹€™–—•…]/;

/**
 * Returns the visible damage of a text; null for none.
 * @param unreadable the damage of a replacement character
 */
export function damageOfText(
  text: string,
  unreadable: 'line.damaged.letters' | 'line.damaged.encoding' = 'line.damaged.letters',
): Damage | null {
  if (text.includes('\uFFFD')) return unreadable;
  if (errorValue.test(text)) return 'line.damaged.error';
  if (abbreviated.test(text)) return 'line.damaged.abbreviated';
  return wrongLetters.test(text) ? 'line.damaged.letters' : null;
}

/**
 * Returns the damage of a cell; null for none.
 * @param digits for a column of identifiers: the number of digits of an undamaged number
 */
export function damageOfCell(
  cell: XlsxCell | undefined,
  { isDay, digits }: { isDay: boolean; digits: number | undefined },
): Damage | null {
  if (typeof cell === 'string') return damageOfText(cell.trim());
  if (typeof cell === 'boolean') return 'line.damaged.boolean';
  if (typeof cell === 'number') {
    if (isDay) return null;
    const isWhole = digits === undefined || String(cell).length === digits;
    return isWhole && Math.abs(cell) <= Number.MAX_SAFE_INTEGER ? null : 'line.damaged.number';
  }
  const isDate = typeof cell === 'object' && cell !== null && 'day' in cell;
  return isDate && !isDay ? 'line.damaged.date' : null;
}
