import type { Pool } from '../../platform/database/db.ts';

type Connect = (...given: readonly unknown[]) => unknown;

/** Observes the wait in seconds of each request for a connection, also of failed ones. */
export function watchWaits(pool: Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as Connect;
  const watched: Connect = (callback) => {
    const begun = performance.now();
    const end = (): void => observe((performance.now() - begun) / 1000);
    if (typeof callback !== 'function') return (connect() as Promise<unknown>).finally(end);
    return connect((...answer: readonly unknown[]) => {
      end();
      (callback as Connect)(...answer);
    });
  };
  // pg declares two signatures; both still work.
  pool.connect = watched as typeof pool.connect;
}
