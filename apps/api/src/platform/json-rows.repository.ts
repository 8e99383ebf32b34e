import { Prisma } from '@wasl/db';

/** A Prisma `select`: members that are columns are `true`. */
type Select = Readonly<Record<string, unknown>>;

/** The members of a select that are columns of its own table, with the column: its name is the member's in snake case. */
function columnsOf(select: Select): readonly (readonly [member: string, column: string])[] {
  return Object.entries(select)
    .filter(([, value]) => value === true)
    .map(([member]) => [member, member.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)]);
}

/** The columns of a Prisma select for a SELECT of our own: `r.num_request AS "numRequest", …`. */
export function columnsSql(alias: string, select: Select): Prisma.Sql {
  const columns = columnsOf(select).map(([member, column]) => `${alias}.${column} AS "${member}"`);
  return Prisma.raw(columns.join(', '));
}

/** The same as members of a `json_build_object`: `'numRequest', r.num_request, …`. Days and instants come out as text. */
export function membersSql(alias: string, select: Select): Prisma.Sql {
  const members = columnsOf(select).map(([member, column]) => `'${member}', ${alias}.${column}`);
  return Prisma.raw(members.join(', '));
}

/** A row as JSON carries it: days and instants are text. */
export type AsJson<T> = {
  readonly [K in keyof T]: Extract<T[K], Date> extends never ? T[K] : string | Exclude<T[K], Date>;
};
type DateMember<T> = {
  [K in keyof T]-?: Extract<T[K], Date> extends never ? never : K;
}[keyof T];

/** The row as the client would have read it. @param dates all members that are days or instants */
export function withDates<T extends object>(
  json: AsJson<T>,
  dates: Readonly<Record<DateMember<T>, true>>,
): T {
  const row: Record<string, unknown> = { ...json };
  for (const member of Object.keys(dates)) {
    const text = row[member];
    row[member] = typeof text === 'string' ? new Date(text) : null;
  }
  return row as T;
}
