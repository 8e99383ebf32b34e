export interface RawResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly json: () => Promise<unknown>;
  readonly blob: () => Promise<Blob>;
}

interface XhrOptions {
  readonly signal?: AbortSignal;
  /** Receives the uploaded share, 0–1. */
  readonly onProgress?: (share: number) => void;
}

/** Sends a call with upload progress, which `fetch` does not report. */
export function viaXhr(
  url: string,
  init: { method: string; headers: Record<string, string>; body: FormData },
  options: XhrOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const { signal, onProgress } = options;
    const abort = () => xhr.abort();
    xhr.open(init.method, url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries(init.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      const blob = xhr.response as Blob;
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        json: async () => JSON.parse(await blob.text()) as unknown,
        blob: () => Promise.resolve(blob),
      });
    };
    xhr.onerror = () => reject(new TypeError('The server could not be reached'));
    xhr.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    xhr.onloadend = () => {
      signal?.removeEventListener('abort', abort);
    };
    if (signal?.aborted) {
      reject(new DOMException('The upload was cancelled', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort);
    xhr.send(init.body);
  });
}
