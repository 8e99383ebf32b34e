import type { DB as Tables } from '@wasl/db/tables';
import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Selection,
  type ShallowDehydrateObject,
} from 'kysely';

/**
 * Builds SQL statements from the tables of the Prisma schema: a column that does not exist does not compile. It has no
 * connection: `rows` and `read` of statements.repository.ts send what it builds.
 */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The tables under the short names that every statement and every shared condition gives them. */
interface ShortNames {
  readonly s: Tables['processing_steps'];
  readonly r: Tables['requests'];
  readonly p: Tables['partners'];
  readonly u: Tables['users'];
  readonly i: Tables['reference_items'];
  readonly j: Tables['journey_defs'];
  /** All links of organisations to items have the same columns. */
  readonly l: Tables['partner_areas'];
  readonly m: Tables['step_messages'];
  readonly n: Tables['notices'];
}

/** Builds a condition for statements that have these tables under their short names. */
export const conditionOn = <Name extends keyof ShortNames>() =>
  expressionBuilder<Tables & ShortNames, Name>();

/** What a statement that selects these members gives as JSON: days and instants are text. */
export type JsonOf<
  Name extends keyof ShortNames,
  Members extends readonly unknown[],
> = ShallowDehydrateObject<Selection<Tables & ShortNames, Name, Members[number]>>;

/** A day or an instant that JSON has as text. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
