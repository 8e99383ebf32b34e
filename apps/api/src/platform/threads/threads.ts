import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Piscina } from 'piscina';

import { ApiError } from '../http/api-error.ts';
import type { Logger } from '../program/logger.ts';
import type { Done } from './done.ts';

/** A `*.worker.ts`: its default export does one job and answers {@link Done}. */
export interface ThreadProgram {
  /** The file that a thread loads. */
  readonly file: string;
  /** The source that it is to load, where nothing was built. */
  readonly source: string | null;
}

/** Threads for what takes long and needs no database: documents are drawn, and opened, beside the calls. */
export interface Threads {
  /**
   * Does a job, of what can be copied to another thread.
   * @throws ApiError UNAVAILABLE where too many wait, it takes too long, or the thread ends before it is done
   */
  run(program: ThreadProgram, job: unknown): Promise<Buffer>;
  /** Ends the threads; what they do is given up. */
  close(): Promise<void>;
}

/** One is left to the calls. */
const mostThreads = Math.min(4, Math.max(1, os.availableParallelism() - 1));
/** Jobs at a time, those that wait among them; each takes some tens of milliseconds. */
const mostJobs = 100;
/** What one job may take, and how long its thread stays for the next. */
export interface ThreadLimits {
  readonly longestMs: number;
  readonly heapMb: number;
  readonly idleMs: number;
}
// Fonts are read once for each thread.
const drawing: ThreadLimits = { longestMs: 30_000, heapMb: 256, idleMs: 10 * 60_000 };

/**
 * The program beside the file that names it: from the sources `<name>.worker.ts`, else what the build has put beside the server.
 * @param here the `import.meta.url` of that file
 */
export function threadProgram(here: string, name: string): ThreadProgram {
  if (!here.endsWith('.ts'))
    return {
      file: fileURLToPath(new URL(`./${path.posix.basename(name)}.worker.mjs`, here)),
      source: null,
    };
  return {
    file: fileURLToPath(new URL('./from-source.mjs', import.meta.url)),
    source: new URL(`./${name}.worker.ts`, here).href,
  };
}

/** The threads start with the first job, and end when none came for a while. */
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
      // The options of the process, a loader of the sources among them, are not those of its threads.
      execArgv: [],
    });
    // Of no job: an answer that was under way when its job was given up. Unheard it would end the process.
    made.on('error', (error: unknown) => {
      if (!isClosed) log.error({ event: 'thread.exited', err: error });
    });
    return made;
  };
  return {
    run: async ({ file, source }, job) => {
      // Piscina does not count those that wait and can be given up.
      if (isClosed || jobs >= mostJobs) throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 });
      jobs += 1;
      try {
        pool ??= start();
        const options = { filename: file, signal: AbortSignal.timeout(longestMs) };
        const answer = await pool
          .run(source === null ? job : { source, job }, options)
          .catch((error: unknown) => {
            const program = path.basename(source ?? file);
            // Who stops ends what is being drawn, a warm-up among it: nothing for a log to raise an alarm about.
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
