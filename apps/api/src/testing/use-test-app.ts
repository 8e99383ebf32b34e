import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app.ts';

/**
 * Creates a fixture before the tests of the file or `describe`, as a constant that is usable by name at once.
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
 * The real application for the tests of a file or `describe`. It closes after them, and after later `afterAll` hooks.
 * @param options a function where they depend on an earlier `beforeAll`
 */
export function useTestApp(options: TestAppOptions | (() => TestAppOptions) = {}): TestApp {
  const app = madeBefore(() => createTestApp(typeof options === 'function' ? options() : options));
  afterAll(() => app.close());
  return app;
}

/** A temporary folder for the tests of a file or `describe`, deleted after them. */
export function useTestFolder(): string {
  const folder = path.join(os.tmpdir(), `wasl-test-${randomUUID()}`);
  beforeAll(() => mkdir(folder));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
