/** Processor time of the server's process and of PostgreSQL: it says the same on a busy machine, where latencies do not. */
import { readFileSync } from 'node:fs';

/** Milliseconds of a process with its threads, ended ones among them (ticks of 10 ms). */
export function ofProcess(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds of each process of PostgreSQL; those that ended are counted under 0. */
function ofCluster(postmaster: number): Map<number, number> {
  const children = readFileSync(
    `/proc/${String(postmaster)}/task/${String(postmaster)}/children`,
    'utf8',
  );
  const times = new Map<number, number>();
  for (const pid of children.trim().split(/\s+/).filter(Boolean).map(Number)) {
    try {
      const [nanoseconds] = readFileSync(`/proc/${String(pid)}/schedstat`, 'utf8').split(' ');
      times.set(pid, Number(nanoseconds) / 1e6);
    } catch {
      // It ended meanwhile: its time is among that of the ended ones.
    }
  }
  const fields =
    readFileSync(`/proc/${String(postmaster)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return times.set(0, (Number(fields[13]) + Number(fields[14])) * 10);
}

/** What was used since the watch was started, in milliseconds. */
export interface Used {
  readonly node: number;
  readonly postgres: number;
}

/** Starts watching; the answer tells what has been used since. */
export function watchProcessors(pid: number, postmaster: number): () => Used {
  const node = ofProcess(pid);
  const before = ofCluster(postmaster);
  return () => {
    let postgres = 0;
    const after = ofCluster(postmaster);
    for (const [one, ms] of after) postgres += ms - (before.get(one) ?? 0);
    for (const [one, ms] of before) if (!after.has(one)) postgres -= ms;
    return { node: ofProcess(pid) - node, postgres };
  };
}
