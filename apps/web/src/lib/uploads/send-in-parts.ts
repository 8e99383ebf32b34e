import { DetailedError, Upload } from 'tus-js-client';

import { begunUploads, digestOf } from './begun-uploads.ts';
import { currentLanguage } from '../format/language.ts';
import { lineOrPause } from '../http/line-or-pause.ts';
import { whileWaiting } from '../http/line.ts';
import { storedToken } from '../session/session.ts';

/** Bytes of a part: what a slow line carries in three seconds, and all that a cut can cost. */
const partBytes = 256 * 1024;
/** Tries in a row that bring nothing further, before the person is asked. */
const mostVainTries = 40;
const longestPauseMs = 15_000;

/** A file that the server would not take in parts; the plain call says why. */
export class NotInParts extends Error {}

export interface PartsOptions {
  /** Absolute address below which files are sent in parts. */
  readonly endpoint: string;
  readonly signal?: AbortSignal | undefined;
  /** Bytes sent so far. */
  readonly onBytes: (sent: number) => void;
}

// A file that arrived and whose call failed is not sent again.
const arrived = new WeakMap<File, string>();

const cancelled = () => new DOMException('The upload was cancelled', 'AbortError');

/** One try from where the last one ended; resolves to null where the line broke. */
function attempt(upload: Upload, signal: AbortSignal | undefined): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      // What has arrived is of no use any more; if the line is away, the housekeeping removes it.
      upload.abort(true).catch(() => undefined);
      reject(cancelled());
    };
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort, { once: true });
    upload.options.onSuccess = () => {
      signal?.removeEventListener('abort', abort);
      resolve(upload.url?.split('/').at(-1) ?? null);
    };
    upload.options.onError = (error) => {
      signal?.removeEventListener('abort', abort);
      const answer = error instanceof DetailedError ? error.originalResponse : null;
      const status = answer?.getStatus() ?? 0;
      // No answer, a proxy whose back is turned, a part that is still being written: the line, not the file.
      if (status === 0 || status >= 500 || status === 423 || status === 409) resolve(null);
      else reject(new NotInParts());
    };
    upload.start();
  });
}

/**
 * Sends a file in parts and answers its id for the call that brings it. Goes on by itself when the line comes back, from
 * the last part that arrived; so it does for the same bytes chosen again after the tab was closed.
 * @throws NotInParts, an `AbortError` when cancelled, TypeError when the line stays away
 */
export async function sendInParts(file: File, options: PartsOptions): Promise<string> {
  const known = arrived.get(file);
  if (known !== undefined) return known;
  let best = 0;
  let vain = 0;
  const digest = digestOf(file).catch(() => null);
  const upload = new Upload(file, {
    endpoint: options.endpoint,
    chunkSize: partBytes,
    // Ours knows when the line is back, and says that it is away.
    retryDelays: null,
    urlStorage: begunUploads,
    // Null says that nothing is kept.
    fingerprint: () => digest as Promise<string>,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name },
    onBeforeRequest: (request) => {
      // The session may have been renewed on the way.
      request.setHeader('authorization', `Bearer ${storedToken() ?? ''}`);
      request.setHeader('accept-language', currentLanguage());
    },
    onProgress: (sent) => options.onBytes(sent),
    onChunkComplete: (_size, accepted) => {
      if (accepted > best) vain = 0;
      best = Math.max(best, accepted);
    },
  });
  const [begun] = await upload.findPreviousUploads();
  if (begun !== undefined) upload.resumeFromPreviousUpload(begun);
  for (;;) {
    const id = await attempt(upload, options.signal);
    if (id !== null) {
      arrived.set(file, id);
      return id;
    }
    vain += 1;
    if (vain > mostVainTries) throw new TypeError('The line stays away');
    const pause = Math.min(longestPauseMs, 500 * 2 ** Math.min(vain, 6));
    await whileWaiting(lineOrPause(pause, options.signal));
  }
}

/** The call has used the file, or the server knows it no more. */
export function forgetParts(file: File): void {
  arrived.delete(file);
}
