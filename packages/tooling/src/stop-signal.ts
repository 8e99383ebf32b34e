/** Thrown in a running step when the command is asked to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Signals to a command that it must end, and that it must hurry. */
export interface StopSignal {
  /** Aborted once: end cleanly. */
  readonly asked: AbortSignal;
  /** Aborted at the second request: do not wait for open calls. */
  readonly hurried: AbortSignal;
}

/**
 * Combines Ctrl-C, SIGTERM, SIGHUP and the end of npm into one signal. npm's `sh -c` dies without a signal to its
 * child, whose parent then changes; this change is watched.
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
  // A closed terminal: output is lost from here on.
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
