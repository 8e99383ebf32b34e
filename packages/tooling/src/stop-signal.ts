/** Thrown out of a step that was under way when the command was asked to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** How a command learns that it shall end, and that someone grew impatient. */
export interface StopSignal {
  /** Aborted once: end cleanly. */
  readonly asked: AbortSignal;
  /** Aborted at the second request: do not wait for open calls. */
  readonly hurried: AbortSignal;
}

/**
 * Turns Ctrl-C, SIGTERM, SIGHUP and the death of npm into one signal. npm's `sh -c` dies without
 * telling its child, whose parent then becomes another process: that is watched for.
 */
export function stopSignal(isRunByNpm: boolean): StopSignal {
  const asked = new AbortController();
  const hurried = new AbortController();
  const ask = (): void => {
    if (asked.signal.aborted) hurried.abort();
    else asked.abort();
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  // A closed terminal: nobody reads what is printed from here on.
  process.on('SIGHUP', () => {
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    ask();
  });
  if (isRunByNpm) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      ask();
    }, 300);
    watch.unref();
  }
  return { asked: asked.signal, hurried: hurried.signal };
}
