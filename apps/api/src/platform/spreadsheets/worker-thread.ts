import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts one of the `*.worker.ts` programs in a thread of its own. The build puts them beside the server as
 * `*.worker.mjs`; from the sources they are run through tsx, also where the parent is not (vitest).
 */
export function startThread(name: 'xlsx-read', options: WorkerOptions): Worker {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.worker.mjs`, here), options);
  const tsx = import.meta.resolve('tsx/esm/api');
  const entry = new URL(`./${name}.worker.ts`, here).href;
  // Node 20 does not apply loaders to a thread's own entry, so the entry is a line that loads the program.
  const start = `import(${JSON.stringify(tsx)}).then((api) => api.tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(start, { ...options, eval: true, execArgv: [] });
}
