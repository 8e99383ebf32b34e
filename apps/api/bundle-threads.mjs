import fs from 'node:fs';
import path from 'node:path';

import { bundle, threadPrograms } from './bundle.mjs';

/**
 * Vitest's global setup: bundles the programs of threads once for the run; their folder is in TEST_THREAD_PROGRAMS. A
 * thread that transforms its sources takes seconds to start, and each test file starts its own.
 */
export default async function setup() {
  const folder = `.cache/threads-${process.pid}`;
  const absolute = path.join(import.meta.dirname, folder);
  await bundle(threadPrograms(), folder);
  process.env.TEST_THREAD_PROGRAMS = absolute;
  return () => fs.rmSync(absolute, { recursive: true, force: true });
}
