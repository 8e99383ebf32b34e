import type { IncomingHttpHeaders } from 'node:http';

export interface BegunCall {
  readonly headers: IncomingHttpHeaders;
  /** A balancer asks every few seconds whether the process is well. */
  readonly isProbe: boolean;
}

/** A call that is over, as figures name it: nothing in it says whose it was. */
export interface EndedCall {
  readonly requestId: string;
  readonly method: string;
  /** The path of the contract, with names in the place of ids; `/api` for what it does not know, `/` for pages and their parts. */
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  /** The stream of an open page: its duration says nothing of the server. */
  readonly isLasting: boolean;
}

/** Follows one call. */
export interface CallObserver {
  /** Fields of the call's line in the log. */
  readonly logFields?: Readonly<Record<string, string>>;
  /** Runs what answers the call. */
  readonly within?: (work: () => void) => void;
  readonly end: (call: EndedCall) => void;
}

/** Follows what a process does. A plugin is one. */
export interface Observer {
  readonly beginCall?: (call: BegunCall) => CallObserver | undefined;
  /** Runs a job; returns and throws what it does. */
  readonly job?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/** All observers of a process as one. */
export function observeAll(observers: readonly Observer[]) {
  return {
    beginCall: (call: BegunCall): Required<CallObserver> => {
      const begun = observers.flatMap(({ beginCall }) => beginCall?.(call) ?? []);
      return {
        logFields: Object.assign({}, ...begun.map(({ logFields }) => logFields)) as Readonly<
          Record<string, string>
        >,
        within: (work) => {
          const all = begun.reduce(
            (inner, { within }) => (within === undefined ? inner : () => within(inner)),
            work,
          );
          all();
        },
        end: (ended) => {
          for (const { end } of begun) end(ended);
        },
      };
    },
    job: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const all = observers.reduce(
        (inner, { job }) => (job === undefined ? inner : async () => await job(name, inner)),
        work,
      );
      return await all();
    },
  } satisfies Observer;
}
