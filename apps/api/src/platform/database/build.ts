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
 * Query builder over the tables of the Prisma schema; unknown columns do not compile. It has no connection: `rows` and
 * `read` of statements.repository.ts run its statements.
 */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The table aliases that statements and shared conditions use. */
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

export const conditionOn = <Name extends keyof ShortNames>() =>
  expressionBuilder<Tables & ShortNames, Name>();

/** JSON shape of a selection: days and instants are text. */
export type JsonOf<
  Name extends keyof ShortNames,
  Members extends readonly unknown[],
> = ShallowDehydrateObject<Selection<Tables & ShortNames, Name, Members[number]>>;

/** Parses a day or an instant of a JSON row. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
