import type { DB as Tables } from '@wasl/db/tables';
import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
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
}

/** Builds a condition for statements that have these tables under their short names. */
export const conditionOn = <Name extends keyof ShortNames>() =>
  expressionBuilder<Tables & ShortNames, Name>();
