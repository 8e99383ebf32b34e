import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts one of the `*.worker.ts` programs in a thread of its own. The build puts them beside the server as
 * `*.worker.mjs`; from the sources they are run through tsx, also where the parent is not (vitest).
 */
export function startThread(name: 'xlsx-read' | 'xlsx-write', options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.worker.mjs`, import.meta.url), options);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return new Worker(new URL(`./${name}.worker.ts`, import.meta.url), { ...options, execArgv: ['--import', tsx] });
}
