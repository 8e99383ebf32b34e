import type { DeliveryFault } from '@wasl/contracts/plugins/webhooks';
import type { Dispatcher } from 'undici';

import { AddressRefused, checkUrl, guardedLookup, type Resolve } from './addresses.ts';

export interface Outcome {
  readonly isDelivered: boolean;
  /** Null without a response. */
  readonly httpStatus: number | null;
  readonly fault: DeliveryFault | null;
  readonly durationMs: number;
}

export interface PostOptions {
  /** Internal networks that are allowed, as `address/bits`. */
  readonly allowedPrivate: readonly string[];
  /** Whether http without TLS is allowed: not in production. */
  readonly isPlainAllowed: boolean;
  /** For connection, request and response together. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/** Sends messages to addresses that organisations chose. */
export interface Poster {
  post(url: string, message: { body: string; headers: Record<string, string> }): Promise<Outcome>;
  close(): Promise<void>;
}

const standardTimeoutMs = 15_000;
/** Only the status is used. Reading this much of the body keeps the connection reusable after a short response. */
const readBytes = 4096;
const headerBytes = 16_384;

const faultsByCode: Readonly<Record<string, DeliveryFault>> = {
  ADDRESS_REFUSED: 'ADDRESS_REFUSED',
  ENOTFOUND: 'NAME_UNKNOWN',
  ENODATA: 'NAME_UNKNOWN',
  ESERVFAIL: 'NAME_UNKNOWN',
  ETIMEOUT: 'NAME_UNKNOWN',
  UND_ERR_CONNECT_TIMEOUT: 'TOO_SLOW',
  UND_ERR_HEADERS_TIMEOUT: 'TOO_SLOW',
  UND_ERR_BODY_TIMEOUT: 'TOO_SLOW',
};
// Node's codes for certificate and protocol errors.
const tlsCode = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/;

function faultOf(error: unknown): DeliveryFault {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'TOO_SLOW';
  if (typeof code === 'string') {
    const known = faultsByCode[code];
    if (known !== undefined) return known;
    if (tlsCode.test(code)) return 'TLS';
  }
  return cause === undefined ? 'NOT_REACHED' : faultOf(cause);
}

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECT' : 'REFUSED';
}

/** Follows no redirects, which would bypass the address check. Addresses are checked when a connection is made. */
export function messagePoster({
  allowedPrivate,
  isPlainAllowed,
  timeoutMs = standardTimeoutMs,
  resolve,
}: PostOptions): Poster {
  async function open() {
    // Loaded with the first message: most portals send none.
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({
      connect: { lookup: guardedLookup(allowedPrivate, resolve), timeout: timeoutMs },
      maxHeaderSize: headerBytes,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      pipelining: 1,
    });
    return { dispatcher, request };
  }
  let opened: ReturnType<typeof open> | undefined;

  async function send(text: string, message: Parameters<Poster['post']>[1]): Promise<number> {
    const url = new URL(text);
    if (url.protocol !== 'https:' && !isPlainAllowed)
      throw new AddressRefused('Messages travel by https only');
    checkUrl(url, allowedPrivate);
    opened ??= open();
    const { dispatcher, request } = await opened;
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', dispatcher, signal, ...message } as const;
    const { statusCode, body }: Dispatcher.ResponseData = await request(url, options);
    // The status is the result, whatever happens to the body.
    await body.dump({ limit: readBytes, signal }).catch(() => undefined);
    return statusCode;
  }

  return {
    post: async (url, message) => {
      const begun = performance.now();
      const after = (): number => Math.round(performance.now() - begun);
      try {
        const httpStatus = await send(url, message);
        const fault = faultOfStatus(httpStatus);
        return { isDelivered: fault === null, httpStatus, fault, durationMs: after() };
      } catch (error) {
        const fault = faultOf(error);
        return { isDelivered: false, httpStatus: null, fault, durationMs: after() };
      }
    },
    close: async () => {
      await (await opened)?.dispatcher.destroy();
    },
  };
}
