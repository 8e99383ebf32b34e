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

/** An item of a reference list: its column is the item's id. */
export type ItemMember = MemberOf<'item'>;
type PlainMember = Exclude<PersonMember, ItemMember>;
type DayMember = MemberOf<'day'>;

/** Members by name, as the contract has them. */
export type MemberShape = Readonly<Record<string, z.ZodType>>;
type Absent<T> = Extract<T, null | undefined>;
type ColumnName<M extends string> = M extends ItemMember ? `${M}Id` : M;
type ColumnValue<M, T> = M extends ItemMember
  ? number | Absent<T>
  : M extends DayMember
    ? Date | Absent<T>
    : T;
/** The columns that a shape of the contract fills. */
export type ColumnsOf<S extends MemberShape> = {
  [M in keyof S & string as ColumnName<M>]: ColumnValue<M, z.output<S[M]>>;
};

const isItem = (name: string): name is ItemMember => kindOf(name)?.kind === 'item';
const isDay = (name: string): name is DayMember => kindOf(name)?.kind === 'day';
const columnName = (name: string) => (isItem(name) ? `${name}Id` : name);
const allMembers = Object.keys(everyMember) as PersonMember[];

/** What is read of a person: columns, and items with their labels. */
export const personSelect = Object.fromEntries(
  allMembers.map((name) => [name, isItem(name) ? { select: labelColumns } : true]),
) as { readonly [M in PlainMember]: true } & {
  readonly [M in ItemMember]: { readonly select: typeof labelColumns };
};

/** The items alone, with their labels, and the columns that their labels stand for. */
export const itemSelect = Object.fromEntries(
  allMembers.filter(isItem).map((name) => [name, { select: labelColumns }]),
) as { readonly [M in ItemMember]: { readonly select: typeof labelColumns } };
export const itemColumns = Object.fromEntries(
  allMembers.filter(isItem).map((name) => [columnName(name), true]),
) as { readonly [M in ItemMember as ColumnName<M>]: true };

/** The names of every column of a person. */
export const personFields = allMembers.map(columnName);

/** The columns of somebody who was erased. */
export const erasedPerson = {
  ...(Object.fromEntries(allMembers.map((name) => [columnName(name), null])) as {
    readonly [M in PersonMember as ColumnName<M>]: null;
  }),
  nom: '—',
  prenom: '—',
};

/**
 * Parsed members as the columns of an account.
 * @param shape which members; others are left aside
 * @param idOf the id of the item behind a member's code
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
 * Codes of reference lists among the members, to be resolved. A province is one of these where the country of residence
 * is Morocco.
 * @param at the path of the object that holds them, with its dot
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

/** Every member of a person, as they see themselves: days as on the wire, items with their label. */
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
