import {
  everyMember,
  kindOf,
  listOfMember,
  type Lang,
  type MemberOf,
  type PersonMember,
  type UserView,
} from '@wasl/contracts';
import type { z } from 'zod';

import {
  labelColumns,
  presentCodeLibelle,
  type CodeInPlace,
  type Labelled,
} from '../reference/index.ts';
import { dateOfDay } from './date-of-day.ts';

/** An item of a reference list. Its column stores the item's id. */
export type ItemMember = MemberOf<'item'>;
type PlainMember = Exclude<PersonMember, ItemMember>;
type DayMember = MemberOf<'day'>;

export type MemberShape = Readonly<Record<string, z.ZodType>>;
type Absent<T> = Extract<T, null | undefined>;
type ColumnName<M extends string> = M extends ItemMember ? `${M}Id` : M;
type ColumnValue<M, T> = M extends ItemMember
  ? number | Absent<T>
  : M extends DayMember
    ? Date | Absent<T>
    : T;
export type ColumnsOf<S extends MemberShape> = {
  [M in keyof S & string as ColumnName<M>]: ColumnValue<M, z.output<S[M]>>;
};

const isItem = (name: string): name is ItemMember => kindOf(name)?.kind === 'item';
const isDay = (name: string): name is DayMember => kindOf(name)?.kind === 'day';
const columnName = (name: string) => (isItem(name) ? `${name}Id` : name);
const allMembers = Object.keys(everyMember) as PersonMember[];

/** Columns of a person, and items with their labels. */
export const personSelect = Object.fromEntries(
  allMembers.map((name) => [name, isItem(name) ? { select: labelColumns } : true]),
) as { readonly [M in PlainMember]: true } & {
  readonly [M in ItemMember]: { readonly select: typeof labelColumns };
};

/** Only the items with their labels, and their columns. */
export const itemSelect = Object.fromEntries(
  allMembers.filter(isItem).map((name) => [name, { select: labelColumns }]),
) as { readonly [M in ItemMember]: { readonly select: typeof labelColumns } };
export const itemColumns = Object.fromEntries(
  allMembers.filter(isItem).map((name) => [columnName(name), true]),
) as { readonly [M in ItemMember as ColumnName<M>]: true };

export const personFields = allMembers.map(columnName);

export const erasedPerson = {
  ...(Object.fromEntries(allMembers.map((name) => [columnName(name), null])) as {
    readonly [M in PersonMember as ColumnName<M>]: null;
  }),
  nom: '—',
  prenom: '—',
};

/**
 * Converts parsed members to columns of an account.
 * @param shape the members to convert; others are ignored
 * @param idOf the id of the item with a member's code
 */
export function columnsOf<S extends MemberShape>(
  shape: S,
  values: Readonly<{ [M in keyof S]: z.output<S[M]> }>,
  idOf: (member: ItemMember & keyof S) => number,
): ColumnsOf<S> {
  const columns = Object.keys(shape).map((name) => {
    const value: unknown = values[name];
    if (isItem(name) && typeof value === 'string') return [columnName(name), idOf(name)];
    if (isDay(name) && typeof value === 'string') return [name, dateOfDay(value)];
    return [columnName(name), value];
  });
  return Object.fromEntries(columns) as ColumnsOf<S>;
}

/**
 * Codes of reference lists among the members, to be resolved. A province is a code when the country of residence is
 * Morocco.
 * @param at path prefix of the members, with its dot
 */
export function codesOf(shape: MemberShape, values: Readonly<Record<string, unknown>>, at = '') {
  const isInMorocco = values['countryOfResidence'] === 'MA';
  return Object.keys(shape).flatMap((name): CodeInPlace[] => {
    const parent = listOfMember(name, isInMorocco);
    const code = values[name];
    return parent !== undefined && typeof code === 'string'
      ? [{ path: at + name, parent, code }]
      : [];
  });
}

type PersonRow = Readonly<Record<PlainMember, string | Date | null>> &
  Readonly<Record<ItemMember, Labelled | null>>;

/** Presents every member of a person for themselves: days as in the API, items with their label. */
export function presentPerson(row: PersonRow, lang: Lang): Pick<UserView, PersonMember> {
  const members = allMembers.map((name) => {
    if (isItem(name)) {
      const item = row[name];
      return [name, item === null ? null : presentCodeLibelle(item, lang)];
    }
    const value = row[name];
    return [name, value instanceof Date ? value.toISOString().slice(0, 10) : value];
  });
  return Object.fromEntries(members) as Pick<UserView, PersonMember>;
}
