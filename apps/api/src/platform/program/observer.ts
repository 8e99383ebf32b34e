import type { IncomingHttpHeaders } from 'node:http';

export interface BegunCall {
  readonly headers: IncomingHttpHeaders;
  /** Whether it is a health probe of a balancer. */
  readonly isProbe: boolean;
}

/** A finished call for the metrics, without personal data. */
export interface EndedCall {
  readonly requestId: string;
  readonly method: string;
  /** Path pattern of the contract; `/api` for unknown paths, `/` for pages and assets. */
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  /** Whether it is an event stream, whose duration is not the server's response time. */
  readonly isLasting: boolean;
}

export interface CallObserver {
  readonly logFields?: Readonly<Record<string, string>>;
  readonly within?: (work: () => void) => void;
  readonly end: (call: EndedCall) => void;
}

/** Observes calls and jobs of a process, such as a tracing plugin. */
export interface Observer {
  readonly beginCall?: (call: BegunCall) => CallObserver | undefined;
  /** Runs a job and returns or throws its outcome. */
  readonly job?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

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
