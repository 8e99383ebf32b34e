import type { Agreement, FeedbackKind, RequestStatus, StepStatus } from '@wasl/contracts';
import { type AliasedRawBuilder, type Expression, sql, type SqlBool } from 'kysely';

/** Types of PostgreSQL in which members of rows go into a statement. */
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

/** Rows as a table of a statement: one JSON value, which PostgreSQL unfolds, however many they are. */
export function rowSet<Name extends string, const Members extends Record<string, keyof SqlTypes>>(
  name: Name,
  rows: readonly { readonly [Member in keyof Members]?: unknown }[],
  members: Members,
): AliasedRawBuilder<{ [Member in keyof Members]: SqlTypes[Members[Member]] }, Name> {
  const columns = Object.entries(members).map(
    ([member, type]) => sql`${sql.id(member)} ${sql.raw(type)}`,
  );
  return sql<{
    [Member in keyof Members]: SqlTypes[Members[Member]];
  }>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<Name>(
    sql`${sql.id(name)}(${sql.join(columns)})`,
  );
}

/** Whether an id is one of these. PostgreSQL keeps its plan for one id, as most calls have; it plans anew for a list. */
export function isOneOf(id: Expression<number>, ids: readonly number[]): Expression<SqlBool> {
  const distinct = [...new Set(ids)];
  return distinct.length === 1
    ? sql<boolean>`${id} = ${distinct[0]}::int`
    : sql<boolean>`${id} = any(${distinct}::int[])`;
}
