import { type ApiResponse, ApiError, toNetworkError, send, type SendOptions } from './http.ts';
import { type Files, notifyFilesSent } from '../uploads/sent-files.ts';
import { storedToken } from '../session/session.ts';

/** Bytes in total from which files are sent in parts: a lost connection then costs only one part. */
const minBytesForParts = 512 * 1024;
/** Files whose plain call failed without a connection; the next attempt sends parts. */
const failed = new WeakSet<File>();

/** Text parts that reference files uploaded before the call. */
type PartsSent = readonly (readonly [string, string])[];

interface Multipart {
  readonly body?: unknown;
  readonly files?: Files;
}

const filesOf = (files: Files): readonly File[] =>
  Object.values(files).flatMap((value) =>
    value === undefined ? [] : value instanceof File ? [value] : value,
  );

function multipartBody(
  jsonParts: readonly string[],
  input: Multipart,
  inParts: PartsSent | null,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    if (jsonParts.includes(name)) {
      form.append(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
    } else {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
        form.append(name, String(item));
      }
    }
  }
  for (const [name, id] of inParts ?? []) form.append(name, id);
  for (const [name, value] of Object.entries(inParts === null ? (input.files ?? {}) : {})) {
    if (value === undefined) continue;
    for (const file of value instanceof File ? [value] : value) form.append(name, file, file.name);
  }
  return form;
}

/**
 * Sends a multipart call. Large files, and files that failed before, are uploaded in parts first. Resume data are
 * removed after a success.
 */
export async function sendMultipart<T>(
  request: SendOptions,
  jsonParts: readonly string[],
  input: Multipart,
): Promise<ApiResponse<T>> {
  const { files } = input;
  const exchange = (inParts: PartsSent | null) =>
    send<T>({
      ...request,
      body: multipartBody(jsonParts, input, inParts),
      ...(inParts === null ? {} : { onProgress: () => undefined }),
    });
  if (files === undefined) return exchange(null);
  const all = filesOf(files);
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  const shouldSendInParts = bytes > minBytesForParts || all.some((file) => failed.has(file));
  const attempt = async (): Promise<ApiResponse<T>> => {
    // Parts belong to their sender, so they need a session.
    if (!shouldSendInParts || storedToken() === null) return exchange(null);
    const { hasServerDroppedFiles, uploadFilesInParts } =
      await import('../uploads/upload-files-in-parts.ts').catch((error: unknown) => {
        throw toNetworkError(error);
      });
    const inParts = await uploadFilesInParts(files, request);
    try {
      return await exchange(inParts);
    } catch (error) {
      if (inParts === null || !hasServerDroppedFiles(error, files)) throw error;
      return exchange(null);
    }
  };
  try {
    const answer = await attempt();
    notifyFilesSent(files);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NETWORK')
      for (const file of all) failed.add(file);
    throw error;
  }
}
