import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';

/** Placeholders for the values of a statement that is compiled before they are known. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** The values for a statement that is built again for each call, because its text depends on them. */
export const boundValues = <Values extends object>(values: Values): Placeholders<Values> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sql.val(value)]),
  ) as unknown as Placeholders<Values>;

const placeholders = new Proxy({}, { get: (_, name) => sql.val(Symbol(String(name))) });

/**
 * Builds and compiles a statement once; each call only binds values. Building and compiling takes longer than most
 * statements run.
 * @param make builds the statement. Pass everything that changes its text as `shape`: each shape is compiled separately
 */
export function prepared<
  Values extends object,
  Row,
  Shape extends readonly (string | number | boolean | undefined)[],
>(
  make: (values: Placeholders<Values>, ...shape: Shape) => Compilable<Row>,
): (values: Values, ...shape: Shape) => Compilable<Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return (values, ...shape) => {
    const key = shape.join();
    let query = compiled.get(key);
    if (query === undefined) {
      query = make(placeholders as Placeholders<Values>, ...shape).compile();
      compiled.set(key, query);
    }
    const { parameters, ...statement } = query;
    const given = new Map<string | undefined, unknown>(Object.entries(values));
    const bound = parameters.map((one) =>
      typeof one === 'symbol' ? given.get(one.description) : one,
    );
    return { compile: () => ({ ...statement, parameters: bound }) };
  };
}
