import { Worker, type WorkerOptions } from 'node:worker_threads';

import { bundledProgram } from '../threads/threads.ts';

/**
 * Starts a `*.worker.ts` program in a thread. The build puts it next to the server as `*.worker.mjs`. From source it
 * runs through tsx, also under a parent without tsx (vitest).
 */
export function startThread(name: 'xlsx-read', options: WorkerOptions): Worker {
  const here = import.meta.url;
  const bundled = bundledProgram(here, name);
  if (bundled !== null) return new Worker(bundled, { ...options, execArgv: [] });
  const tsx = import.meta.resolve('tsx/esm/api');
  const entry = new URL(`./${name}.worker.ts`, here).href;
  // Node 20 does not apply loaders to a thread's entry, so the entry is one line that imports the program.
  const start = `import(${JSON.stringify(tsx)}).then((api) => api.tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(start, { ...options, eval: true, execArgv: [] });
}
