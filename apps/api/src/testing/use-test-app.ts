import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app.ts';

/**
 * What is made before the tests of the file, or of the `describe` that calls this, as a constant that may be named from the start.
 * @param make runs once, in the order of the file's `beforeAll`
 */
export function madeBefore<T extends object>(make: () => T | Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  const there = (): T => {
    if (made === undefined) throw new Error('It is there for tests and hooks, not before them');
    return made;
  };
  return new Proxy<T>({} as T, {
    get: (_, name): unknown => Reflect.get(there(), name),
    set: (_, name, value) => Reflect.set(there(), name, value),
  });
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

/** A folder of their own for the tests of a file or a `describe`; it goes with them. */
export function useTestFolder(): string {
  const folder = path.join(os.tmpdir(), `wasl-test-${randomUUID()}`);
  beforeAll(() => mkdir(folder));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
