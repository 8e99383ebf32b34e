import { DetailedError, Upload } from 'tus-js-client';

import { unfinishedUploads, digestOf } from './unfinished-uploads.ts';
import { currentLanguage } from '../format/language.ts';
import { waitBeforeRetry } from '../http/wait-before-retry.ts';
import { trackConnectionWait } from '../http/connectivity.ts';
import { storedToken } from '../session/session.ts';

/** Bytes of a part: about three seconds on a slow connection, and the most that an interruption can lose. */
const partBytes = 256 * 1024;
/** Consecutive attempts without progress before the upload fails. */
const maxFailedAttempts = 40;
const maxPauseMs = 15_000;

/** The server refused the file in parts; the plain call returns the reason. */
export class PartsRefusedError extends Error {}

export interface PartsOptions {
  readonly endpoint: string;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (sent: number) => void;
}

// Uploaded files, so that a retry after a failed call does not send them again.
const uploadedIds = new WeakMap<File, string>();

const cancelled = () => new DOMException('The upload was cancelled', 'AbortError');

/** Makes one attempt from the last position; resolves to null when the connection is lost. */
function attempt(upload: Upload, signal: AbortSignal | undefined): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      // Deletes the partial upload; when the connection is lost, the server's cleanup job deletes it.
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
      // No answer, a proxy without a server, or a part still being written: a connection fault, so retry.
      if (status === 0 || status >= 500 || status === 423 || status === 409) resolve(null);
      else reject(new PartsRefusedError());
    };
    upload.start();
  });
}

/**
 * Uploads a file in parts and returns its id for the call. It resumes after a lost connection from the last part, also
 * when the same bytes are chosen after the tab was closed.
 * @throws PartsRefusedError, an `AbortError` when cancelled, TypeError when the connection stays lost
 */
export async function uploadInParts(file: File, options: PartsOptions): Promise<string> {
  const known = uploadedIds.get(file);
  if (known !== undefined) return known;
  let acceptedBytes = 0;
  let failedAttempts = 0;
  const digest = digestOf(file).catch(() => null);
  const upload = new Upload(file, {
    endpoint: options.endpoint,
    chunkSize: partBytes,
    // This module's own retry detects the return of the connection and reports the wait.
    retryDelays: null,
    urlStorage: unfinishedUploads,
    // A null fingerprint means that no upload is stored.
    fingerprint: () => digest as Promise<string>,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name },
    onBeforeRequest: (request) => {
      // The session may have been renewed during the upload.
      request.setHeader('authorization', `Bearer ${storedToken() ?? ''}`);
      request.setHeader('accept-language', currentLanguage());
    },
    onProgress: (sent) => options.onBytes(sent),
    onChunkComplete: (_size, accepted) => {
      if (accepted > acceptedBytes) failedAttempts = 0;
      acceptedBytes = Math.max(acceptedBytes, accepted);
    },
  });
  const [unfinished] = await upload.findPreviousUploads();
  if (unfinished !== undefined) upload.resumeFromPreviousUpload(unfinished);
  for (;;) {
    const id = await attempt(upload, options.signal);
    if (id !== null) {
      uploadedIds.set(file, id);
      return id;
    }
    failedAttempts += 1;
    if (failedAttempts > maxFailedAttempts) throw new TypeError('The line stays away');
    const pause = Math.min(maxPauseMs, 500 * 2 ** Math.min(failedAttempts, 6));
    await trackConnectionWait(waitBeforeRetry(pause, options.signal));
  }
}

/** Forgets an upload after the call used the file or the server deleted it. */
export function forgetUpload(file: File): void {
  uploadedIds.delete(file);
}
