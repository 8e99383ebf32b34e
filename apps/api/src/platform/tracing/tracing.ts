import type { IncomingHttpHeaders } from 'node:http';

import type { EndedCall } from '../http/access-log.ts';

/** The span of one call. */
export interface CallSpan {
  /** In hexadecimal, for the call's line in the log. */
  readonly traceId: string;
  /** Does something whose statements are spans below this one, whenever they are sent. */
  within(work: () => void): void;
  /** @param requestId that of the call's line in the log */
  end(call: EndedCall, requestId: string): void;
}

/** Tells a collector what this process does, how long it takes and what belongs together. */
export interface Tracing {
  /** @param headers of the call, with the trace that a proxy may have begun */
  beginCall(headers: IncomingHttpHeaders): CallSpan;
  /** Does a job within a span of its own; answers and throws what it does. */
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Sends what has not left yet, as long as that takes a few seconds. Never rejects. */
  close(): Promise<void>;
}
