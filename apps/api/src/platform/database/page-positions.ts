import type { Sort } from '@wasl/contracts';
import { z } from 'zod';

/** What a list is sorted by, as it stands in a row: instants and days as text, null where the row has none. */
export type PlaceValue = string | number | null;

/** Where a reader of a list stands, and which way they go from there. */
export interface Position {
  readonly side: 'after' | 'before';
  readonly value: PlaceValue;
  /** Of the row there; rows of one value stand in the order of their ids. */
  readonly id: number;
  /** How many rows the list had, as the reader was told. */
  readonly total: number;
}

/** The positions from which the pages beside one page are read; none where the list ends. */
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

/** The position as a client keeps it and sends it back: opaque to it, and good for this sort alone. */
export function writePosition(
  sort: Sort<string>,
  { side, value, id: at, total }: Position,
): string {
  const members: z.input<typeof written> = [side, sortText(sort), value, at, total];
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/**
 * The position that a client sends. Undefined for one of another sort, or of which nothing can be made: the number of the page
 * says the same, only more slowly.
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

/** The positions of the pages beside, as headers of the answer. */
export function positionHeaders({ previous, next }: Positions): Record<string, string> {
  return {
    ...(previous === undefined ? {} : { 'x-previous-position': previous }),
    ...(next === undefined ? {} : { 'x-next-position': next }),
  };
}
