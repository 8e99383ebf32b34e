import type { Agreement, FeedbackKind, RequestStatus, StepStatus } from '@wasl/contracts';
import { type AliasedRawBuilder, type Expression, sql, type SqlBool } from 'kysely';

/** PostgreSQL types of row members in a statement. */
interface SqlTypes {
  readonly int: number;
  readonly smallint: number;
  readonly text: string;
  readonly uuid: string;
  readonly boolean: boolean;
  readonly date: Date;
  readonly timestamptz: Date;
  readonly jsonb: unknown;
  readonly '"Agreement"': Agreement;
  readonly '"FeedbackKind"': FeedbackKind;
  readonly '"RequestStatus"': RequestStatus;
  readonly '"StepStatus"': StepStatus;
}

declare const ofRow: unique symbol;
export type RowsJson<Row> = string & { readonly [ofRow]?: Row };
export interface Rows<Row> {
  readonly json: RowsJson<Row>;
}
export const rowsOf = <Row>(rows: readonly Row[]): Rows<Row> => ({ json: JSON.stringify(rows) });

type MemberOf<Row> = Row extends unknown ? keyof Row : never;

/** Rows as a table of a statement: PostgreSQL unfolds one JSON value, for any number of rows. */
export function rowSet<
  Name extends string,
  Row,
  const Members extends Record<string, keyof SqlTypes>,
>(
  name: Name,
  rows: Expression<RowsJson<Row>>,
  members: Members & { readonly [Unknown in Exclude<keyof Members, MemberOf<Row>>]: never },
): AliasedRawBuilder<{ [Member in keyof Members]: SqlTypes[Members[Member]] }, Name> {
  const columns = Object.entries<keyof SqlTypes>(members).map(
    ([member, type]) => sql`${sql.id(member)} ${sql.raw(type)}`,
  );
  return sql<{
    [Member in keyof Members]: SqlTypes[Members[Member]];
  }>`json_to_recordset(${rows}::json)`.as<Name>(sql`${sql.id(name)}(${sql.join(columns)})`);
}

/** Distinct ids for {@link isOneOf}; a single id is returned without a list. */
export function distinctIds(ids: readonly number[]): number | readonly number[] {
  const [first, ...others] = new Set(ids);
  return first !== undefined && others.length === 0 ? first : [...new Set(ids)];
}

/** Whether an id is one of these. PostgreSQL caches the plan for a single id, the usual case, and plans each list. */
export function isOneOf(
  id: Expression<number>,
  ids: Expression<number | readonly number[]>,
  isOne: boolean,
): Expression<SqlBool> {
  return isOne ? sql<boolean>`${id} = ${ids}::int` : sql<boolean>`${id} = any(${ids}::int[])`;
}
