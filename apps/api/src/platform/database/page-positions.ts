import type { Sort } from '@wasl/contracts';
import { z } from 'zod';

/** Sort value of a row: instants and days as text, null where the row has none. */
export type PlaceValue = string | number | null;

/** A cursor: a row of a list and the direction to read from it. */
export interface Position {
  readonly side: 'after' | 'before';
  readonly value: PlaceValue;
  /** Id of the row; rows with equal values are sorted by id. */
  readonly id: number;
  /** Total of the list when the cursor was issued. */
  readonly total: number;
}

/** Cursors of the previous and the next page; undefined at the end of the list. */
export interface Positions {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const id = z.int32().positive();
const written = z.tuple([
  z.enum(['after', 'before']),
  z.string(),
  z.union([z.string().max(100), z.int32(), z.null()]),
  id,
  id,
]);

const sortText = ({ field, direction }: Sort<string>): string => `${field},${direction}`;

/** Encodes the cursor. It is opaque to the client and valid only for this sort. */
export function writePosition(
  sort: Sort<string>,
  { side, value, id: at, total }: Position,
): string {
  const members: z.input<typeof written> = [side, sortText(sort), value, at, total];
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/**
 * Decodes a client's cursor. Undefined for another sort or an invalid text: the page number then gives the same page,
 * more slowly.
 */
export function readPosition(text: string | undefined, sort: Sort<string>): Position | undefined {
  if (text === undefined) return undefined;
  try {
    const [side, of, value, at, total] = written.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return of === sortText(sort) ? { side, value, id: at, total } : undefined;
  } catch {
    return undefined;
  }
}

export function positionHeaders({ previous, next }: Positions): Record<string, string> {
  return {
    ...(previous === undefined ? {} : { 'x-previous-position': previous }),
    ...(next === undefined ? {} : { 'x-next-position': next }),
  };
}
