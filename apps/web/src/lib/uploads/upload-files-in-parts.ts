import { trackWork } from '../session/running-work.ts';
import { loadConfig } from '../http/config.ts';
import { ApiError } from '../http/http.ts';
import { forgetUpload, PartsRefusedError, uploadInParts } from './upload-in-parts.ts';
import type { Files } from './sent-files.ts';

const listed = (files: Files): readonly (readonly [string, File])[] =>
  Object.entries(files).flatMap(([field, value]) =>
    (value === undefined ? [] : value instanceof File ? [value] : value).map(
      (file) => [field, file] as const,
    ),
  );

/**
 * Uploads the files of a call in parts, one after the other.
 * @returns the text parts that reference them in the call; null where the server accepts no parts
 * @throws ApiError NETWORK when the connection stays lost, an `AbortError` when cancelled
 */
export function uploadFilesInParts(
  files: Files,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((share: number) => void) | undefined;
  },
): Promise<readonly (readonly [string, string])[] | null> {
  return trackWork(async () => {
    const { apiBaseUrl } = await loadConfig();
    const endpoint = new URL(`${apiBaseUrl.replace(/\/$/, '')}/uploads`, window.location.href).href;
    const all = listed(files);
    const total = all.reduce((sum, [, { size }]) => sum + size, 0);
    let before = 0;
    const sent: (readonly [string, string])[] = [];
    try {
      for (const [field, file] of all) {
        const id = await uploadInParts(file, {
          endpoint,
          signal: options.signal,
          onBytes: (bytes) => {
            options.onProgress?.(total === 0 ? 0 : (before + bytes) / total);
          },
        });
        before += file.size;
        sent.push([`parts.${field}`, id]);
      }
      return sent;
    } catch (error) {
      if (error instanceof PartsRefusedError) return null;
      if (error instanceof TypeError) throw new ApiError(0, { code: 'NETWORK' });
      throw error;
    }
  });
}

/** Whether the server no longer has the uploaded files, so that the call must send them itself. */
export function hasServerDroppedFiles(error: unknown, files: Files): boolean {
  const all = listed(files);
  const isDropped =
    error instanceof ApiError &&
    error.code === 'INVALID_INPUT' &&
    error.errors.some((fault) => 'path' in fault && all.some(([field]) => field === fault.path));
  if (isDropped) for (const [, file] of all) forgetUpload(file);
  return isDropped;
}
