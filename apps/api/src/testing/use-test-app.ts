import { afterAll, beforeAll } from 'vitest';

import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app.ts';

/**
 * What is made before the tests of the file, or of the `describe` that calls this, as a constant that may be named from the start.
 * @param make runs once, in the order of the file's `beforeAll`
 */
export function madeBefore<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  const member = (_: object, name: string | symbol): unknown => {
    if (made === undefined) throw new Error('It is there for tests and hooks, not before them');
    return Reflect.get(made, name);
  };
  return new Proxy<T>({} as T, { get: member });
}

/**
 * The real application for the tests of a file, or of the `describe` that calls this; it is closed after them, and after what
 * an `afterAll` that stands further down ends.
 * @param options a function where they are known only once an earlier `beforeAll` has run
 */
export function useTestApp(options: TestAppOptions | (() => TestAppOptions) = {}): TestApp {
  const app = madeBefore(() => createTestApp(typeof options === 'function' ? options() : options));
  afterAll(() => app.close());
  return app;
}
