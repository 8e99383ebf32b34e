import { AsyncResource } from 'node:async_hooks';

import pg from 'pg';

/** Called when a statement is sent. Returns a callback for its end, or undefined to ignore it. */
export type Begun = (text: string) => ((error: unknown) => void) | undefined;

type Method = (...given: unknown[]) => unknown;
type Callback = (error: unknown, ...answer: unknown[]) => void;

const isFunction = (value: unknown): value is Callback => typeof value === 'function';

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const text: unknown =
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? statement.text
      : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * Observes every statement of this process through pg, in all pools. A wait for a connection continues in the async
 * context of its caller, not of the one who released the connection.
 * @returns stops it
 */
export function watchStatements(begun: Begun): () => void {
  const client = pg.Client.prototype as unknown as { query: Method };
  const pool = pg.Pool.prototype as unknown as { connect: Method };
  const before = { query: client.query, connect: pool.connect };

  client.query = function query(this: unknown, ...given: unknown[]): unknown {
    const text = textOf(given[0]);
    const end = text === undefined ? undefined : begun(text);
    if (end === undefined) return Reflect.apply(before.query, this, given);
    const last = given.at(-1);
    if (isFunction(last)) {
      const watched: Callback = (error, ...answer) => {
        end(error);
        last(error, ...answer);
      };
      return Reflect.apply(before.query, this, [...given.slice(0, -1), watched]);
    }
    const answer = Reflect.apply(before.query, this, given);
    if (!(answer instanceof Promise)) {
      end(undefined);
      return answer;
    }
    answer.then(() => end(undefined), end);
    return answer;
  };
  pool.connect = function connect(this: unknown, ...given: unknown[]): unknown {
    const [callback] = given;
    return Reflect.apply(
      before.connect,
      this,
      isFunction(callback) ? [AsyncResource.bind(callback)] : given,
    );
  };
  return () => {
    client.query = before.query;
    pool.connect = before.connect;
  };
}
