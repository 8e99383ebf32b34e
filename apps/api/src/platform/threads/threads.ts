import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Piscina } from 'piscina';

import { ApiError } from '../http/api-error.ts';
import type { Logger } from '../program/logger.ts';
import type { Done } from './done.ts';

/** A `*.worker.ts`: its default export does one job and returns {@link Done}. */
export interface ThreadProgram {
  readonly file: string;
  /** Source file to load where nothing was built. */
  readonly source: string | null;
}

/** Threads for long work without a database: drawing and checking documents. */
export interface Threads {
  /**
   * Runs a job; its data must be cloneable.
   * @throws ApiError UNAVAILABLE where too many jobs wait, it takes too long, or the thread ends early
   */
  run(program: ThreadProgram, job: unknown): Promise<Buffer>;
  /** Ends the threads and aborts their jobs. */
  close(): Promise<void>;
}

/** One CPU stays free for calls. */
const mostThreads = Math.min(4, Math.max(1, os.availableParallelism() - 1));
/** Maximum number of jobs, waiting ones included. Each takes some tens of milliseconds. */
const mostJobs = 100;
export interface ThreadLimits {
  readonly longestMs: number;
  readonly heapMb: number;
  readonly idleMs: number;
}
// Each thread reads the fonts once.
const drawing: ThreadLimits = { longestMs: 30_000, heapMb: 256, idleMs: 10 * 60_000 };

/**
 * Bundled program of a thread: next to the server in the build, in a folder of the run in tests; null from source.
 * @param here the `import.meta.url` of the file that names it
 */
export function bundledProgram(here: string, name: string): URL | null {
  const file = `./${path.posix.basename(name)}.worker.mjs`;
  if (!here.endsWith('.ts')) return new URL(file, here);
  const folder = process.env.TEST_THREAD_PROGRAMS;
  if (folder === undefined || name.includes('testing/')) return null;
  return new URL(file, `${pathToFileURL(folder).href}/`);
}

/**
 * The program next to the file that names it: its bundle, or `<name>.worker.ts` from source.
 * @param here the `import.meta.url` of that file
 */
export function threadProgram(here: string, name: string): ThreadProgram {
  const bundled = bundledProgram(here, name);
  if (bundled !== null) return { file: fileURLToPath(bundled), source: null };
  return {
    file: fileURLToPath(new URL('./from-source.mjs', import.meta.url)),
    source: new URL(`./${name}.worker.ts`, here).href,
  };
}

/** Threads start with the first job and end after an idle time. */
export function createThreads(
  log: Pick<Logger, 'error'>,
  { longestMs, heapMb, idleMs }: ThreadLimits = drawing,
): Threads {
  let pool: Piscina<unknown, Done> | undefined;
  let jobs = 0;
  let isClosed = false;
  const start = (): Piscina<unknown, Done> => {
    const made = new Piscina<unknown, Done>({
      minThreads: 0,
      maxThreads: mostThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // Threads must not inherit the process's options, such as a source loader.
      execArgv: [],
    });
    // An error after its job was aborted belongs to no job. Unhandled it would end the process.
    made.on('error', (error: unknown) => {
      if (!isClosed) log.error({ event: 'thread.exited', err: error });
    });
    return made;
  };
  return {
    run: async ({ file, source }, job) => {
      // Piscina does not count waiting jobs that can be aborted.
      if (isClosed || jobs >= mostJobs) throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 });
      jobs += 1;
      try {
        pool ??= start();
        const options = { filename: file, signal: AbortSignal.timeout(longestMs) };
        const answer = await pool
          .run(source === null ? job : { source, job }, options)
          .catch((error: unknown) => {
            const program = path.basename(source ?? file);
            // A shutdown aborts running jobs, such as a warm-up, so it is not logged as an error.
            if (!isClosed) log.error({ event: 'thread.exited', program, err: error });
            throw new ApiError('UNAVAILABLE', { cause: error, retryAfterSeconds: 5 });
          });
        if ('fault' in answer) throw answer.fault;
        const { buffer, byteOffset, byteLength } = answer.bytes;
        return Buffer.from(buffer, byteOffset, byteLength);
      } finally {
        jobs -= 1;
      }
    },
    close: async () => {
      isClosed = true;
      await pool?.destroy();
      pool = undefined;
    },
  };
}
