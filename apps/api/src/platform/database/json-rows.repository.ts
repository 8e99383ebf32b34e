import { Prisma, type Db } from '@wasl/db';
import { type AliasedRawBuilder, sql } from 'kysely';

import { tableOf, type Model, type Relation } from './json-tables.repository.ts';

/** A Prisma `select`: members that are columns are `true`, relations say theirs. */
type Select = Readonly<Record<string, unknown>>;
/** What a relation of a select may say. */
interface Related {
  /** Absent: all columns. */
  readonly select?: Select;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly orderBy?: Order | readonly Order[];
  readonly take?: number;
}
type Direction = 'asc' | 'desc';
interface Order {
  readonly [member: string]: Direction | Order;
}
type RowOf<M extends Model, S> = Prisma.Result<
  Db[Uncapitalize<M>],
  { select: S },
  'findFirstOrThrow'
>;

declare const unread: unique symbol;
/** A row as it came in JSON, to be read by {@link JsonRow.read}: days and instants are text still. */
export interface Unread<T> {
  readonly [unread]: T;
}

/** Rows of a Prisma select, read by a statement of our own. */
export interface JsonRow<T> {
  /** The members, as the columns of a SELECT from the table under its alias: make JSON of the row. */
  readonly columns: Prisma.Sql;
  /** The same columns, to be selected in a statement that is built. */
  readonly members: readonly AliasedRawBuilder<unknown, string>[];
  /** The row as the client would have read it, with what else the statement put beside. Changes what it is given. */
  readonly read: <E extends T>(json: Unread<E>) => E;
}

/** The select of a relation; where it says none, all columns. */
function selectOf(model: Model, { select }: Related): Select {
  const columns = Prisma[`${model}ScalarFieldEnum`];
  return select ?? Object.fromEntries(Object.keys(columns).map((column) => [column, true]));
}

const columnOf = (member: string): string =>
  member.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A condition of a select: what the selects of the house say, and nothing else. */
function conditionSql(column: string, wanted: unknown): string {
  if (wanted === null) return `${column} IS NULL`;
  if (typeof wanted === 'string') return `${column} = ${literal(wanted)}`;
  const { notIn } = wanted as { notIn?: unknown };
  if (Array.isArray(notIn))
    return `${column} NOT IN (${notIn.map((value) => literal(String(value))).join(', ')})`;
  throw new Error(`No SQL is made of the condition ${JSON.stringify(wanted)}`);
}

/** @param model of the rows that are ordered, which stand under `alias` */
function orderSql(model: Model, alias: string, order: Order): string[] {
  return Object.entries(order).map(([member, by]) => {
    if (typeof by === 'string') return `${alias}.${columnOf(member)} ${by}`;
    const relation = relationOf(model, member);
    const [inner, direction] = Object.entries(by)[0] ?? [];
    if (relation.kind !== 'parent' || inner === undefined || typeof direction !== 'string')
      throw new Error(`No SQL is made of the order ${JSON.stringify(order)}`);
    const { table } = tableOf(relation.to);
    return `(SELECT o.${columnOf(inner)} FROM ${table} o WHERE o.id = ${alias}.${parentColumn(member, relation)}) ${direction}`;
  });
}

function relationOf(model: Model, member: string): Relation {
  const relation = tableOf(model).relations[member];
  if (relation === undefined) throw new Error(`${model}.${member} is not described`);
  return relation;
}

function parentColumn(member: string, { column }: Relation): string {
  return column ?? `${columnOf(member)}_id`;
}

function relationSql(model: Model, alias: string, member: string, related: Related): string {
  const relation = relationOf(model, member);
  const { table } = tableOf(relation.to);
  const { where = {}, orderBy = [], take } = related;
  const own = `${alias}_${columnOf(member)}`;
  const members = membersSql(relation.to, own, selectOf(relation.to, related));
  if (relation.kind === 'parent')
    return `(SELECT row_to_json(${own}_row) FROM (SELECT ${members} FROM ${table} ${own} WHERE ${own}.id = ${alias}.${parentColumn(member, relation)}) ${own}_row)`;
  const conditions = [
    `${own}.${relation.column} = ${alias}.id`,
    ...Object.entries(where).map(([one, wanted]) =>
      conditionSql(`${own}.${columnOf(one)}`, wanted),
    ),
  ];
  const orders = (Array.isArray(orderBy) ? orderBy : [orderBy]).flatMap((order: Order) =>
    orderSql(relation.to, own, order),
  );
  const rows = `SELECT ${members} FROM ${table} ${own} WHERE ${conditions.join(' AND ')}${
    orders.length === 0 ? '' : ` ORDER BY ${orders.join(', ')}`
  }${take === undefined ? '' : ` LIMIT ${String(take)}`}`;
  return relation.kind === 'child'
    ? `(SELECT row_to_json(${own}_row) FROM (${rows}) ${own}_row)`
    : `(SELECT coalesce(json_agg(${own}_row), '[]') FROM (${rows}) ${own}_row)`;
}

/** The members of a select with their values in SQL. */
function membersOf(model: Model, alias: string, select: Select): [string, string][] {
  const { named = {} } = tableOf(model);
  return Object.entries(select).map(([member, wanted]) => {
    const column = `${alias}.${columnOf(member)}`;
    const value =
      wanted === true
        ? (named[member]?.(column) ?? column)
        : relationSql(model, alias, member, wanted as Related);
    return [member, value];
  });
}

const membersSql = (...select: Parameters<typeof membersOf>): string =>
  membersOf(...select)
    .map(([member, value]) => `${value} AS "${member}"`)
    .join(', ');

/** A select of which rows are read by SQL of our own. */
export interface MadeRow {
  readonly model: Model;
  readonly alias: string;
  readonly select: Select;
  readonly row: JsonRow<object>;
}
/** Every one in use: a test compares what they give with what the client gives. */
export const madeRows: MadeRow[] = [];

type Mend = (row: Record<string, unknown>) => void;

/** What makes days and instants of the texts that stand for them; undefined where there are none. */
function mendOf(model: Model, select: Select): Mend | undefined {
  const { dates } = tableOf(model);
  const mends = Object.entries(select).flatMap(([member, wanted]): Mend[] => {
    if (wanted === true) {
      if (dates[member] === undefined) return [];
      return [
        (row) => {
          const text = row[member];
          if (typeof text === 'string') row[member] = new Date(text);
        },
      ];
    }
    const { to } = relationOf(model, member);
    const inner = mendOf(to, selectOf(to, wanted as Related));
    if (inner === undefined) return [];
    return [
      (row) => {
        const found = row[member] as Record<string, unknown> | Record<string, unknown>[] | null;
        if (Array.isArray(found)) for (const one of found) inner(one);
        else if (found !== null) inner(found);
      },
    ];
  });
  if (mends.length === 0) return undefined;
  return (row) => {
    for (const mend of mends) mend(row);
  };
}

/**
 * The rows of a Prisma select by SQL that can stand in a statement of our own, so that a screen is read by one: the client's
 * own statement for them takes longer to be made and read, and comes beside others. Make it once, beside the select.
 * @param alias of the model's table in the statement
 */
export function jsonRow<M extends Model, const S extends Select>(
  model: M,
  alias: string,
  select: S,
): JsonRow<RowOf<M, S>> {
  const mend = mendOf(model, select);
  const row = {
    columns: Prisma.raw(membersSql(model, alias, select)),
    members: membersOf(model, alias, select).map(([member, value]) => sql.raw(value).as(member)),
    read: <E>(json: Unread<E>): E => {
      mend?.(json as unknown as Record<string, unknown>);
      return json as unknown as E;
    },
  };
  madeRows.push({ model, alias, select, row });
  return row;
}
