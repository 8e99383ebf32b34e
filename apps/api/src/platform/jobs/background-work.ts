import { AsyncResource } from 'node:async_hooks';

/** Work that goes on beside the calls: one round at a time, by itself and when asked. */
export interface BackgroundWork {
  /** Asks for a round now; safe to call at any time. Asked during a round, another one follows it. */
  readonly wake: () => void;
  /** Begins to work by itself, for what other processes left and what failed. */
  readonly start: () => void;
  /** Ends after the round under way, which finds `isStopped` true. */
  readonly stop: () => Promise<void>;
  readonly isStopped: boolean;
}

/** What the program sees of such work: it starts, wakes and stops it. */
export type BackgroundHandle = Omit<BackgroundWork, 'isStopped'>;

/** Sends what waits in an outbox, its rounds beside the calls. */
export interface OutboxSender extends BackgroundHandle {
  /** Sends everything due; resolves when none is left. */
  readonly sendDue: () => Promise<void>;
}

/**
 * @param work one round; a failure waits for the next one
 * @param onFailure told of it, for the log
 */
export function backgroundWork(options: {
  work: () => Promise<void>;
  everyMs: number;
  onFailure: (error: unknown) => void;
}): BackgroundWork {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  // Whoever wakes it, a call among them, does not do it: in traces it belongs to nobody.
  const work = AsyncResource.bind(options.work);

  const wake = (): void => {
    if (isStopped) return;
    if (running) {
      isAskedAgain = true;
      return;
    }
    running = work()
      .catch(options.onFailure)
      .finally(() => {
        running = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        wake();
      });
  };

  return {
    wake,
    start: () => {
      timer = setInterval(wake, options.everyMs);
      timer.unref();
      wake();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
    get isStopped() {
      return isStopped;
    },
  };
}
