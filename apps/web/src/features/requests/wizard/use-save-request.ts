import type { CreateRequestInput, RequestView } from '@wasl/contracts';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { call, fetchSender } from '../../../lib/http/api-client.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { type QueuedFile, unsent, uploadQueue } from './upload-queue.ts';

/** Maps members of the multipart part to names of form fields. */
function withFieldNames(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.flatMap((fault) =>
    'path' in fault ? [{ ...fault, path: fault.path.replace(/^createRequestDto\./, '') }] : [],
  );
  return new ApiError(error.status, {
    code: error.code,
    message: error.message,
    errors,
    details: error.details,
  });
}

/** State of attaching a simulation's report; `none` when not wanted. */
export type ReportState = 'none' | 'sending' | 'done' | 'failed';

/**
 * Saves a request and then its files, each in its own call. A failed or cancelled upload can be repeated, and
 * `clientKey` prevents a duplicate request.
 * @returns `saved`: the request once it is on the server
 */
export function useSaveRequest(existingId: number | null) {
  const [queue, dispatch] = useReducer(uploadQueue, []);
  const [saved, setSaved] = useState<RequestView | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [report, setReport] = useState<ReportState>('none');
  const controllers = useRef(new Map<string, AbortController>());
  const latest = useRef<readonly QueuedFile[]>(queue);
  useCodePrefetch(() => fetchSender('createRequest'));
  useEffect(() => {
    latest.current = queue;
  }, [queue]);

  const put = useCallback((code: string, file: File | null) => {
    dispatch({ type: 'put', code, file });
  }, []);

  const sendFile = useCallback(async (id: number, item: QueuedFile): Promise<void> => {
    const { code, file } = item;
    const controller = new AbortController();
    controllers.current.set(code, controller);
    dispatch({ type: 'start', code });
    try {
      await call(
        'uploadRequestDocument',
        { params: { id }, body: { requestId: id, name: code }, files: { file } },
        {
          signal: controller.signal,
          onProgress: (share) => dispatch({ type: 'progress', code, share }),
        },
      );
      dispatch({ type: 'done', code });
    } catch (error) {
      dispatch(
        controller.signal.aborted ? { type: 'cancel', code } : { type: 'fail', code, error },
      );
    }
  }, []);

  const attach = useCallback(async (id: number, simulationId: number): Promise<void> => {
    setReport('sending');
    try {
      await call('attachSimulation', { params: { id }, body: { simulationId } });
      setReport('done');
    } catch {
      setReport('failed');
    }
  }, []);

  /** Saves the request, then uploads its files and attaches the report. @throws when the request was not saved */
  const save = useCallback(
    async (
      input: CreateRequestInput,
      codes: readonly string[],
      onSaved: () => unknown,
      simulationId: number | null = null,
    ): Promise<void> => {
      setSaving(true);
      try {
        const { data } =
          existingId === null
            ? await call('createRequest', { body: { createRequestDto: input } })
            : await call('updateRequest', {
                params: { id: existingId },
                body: { createRequestDto: input },
              });
        setSaved(data);
        await onSaved();
        if (simulationId !== null) await attach(data.id, simulationId);
        for (const item of unsent(latest.current)) {
          if (codes.includes(item.code)) await sendFile(data.id, item);
        }
        await refresh('filterRequests', 'getYourTurn');
      } catch (error) {
        throw withFieldNames(error);
      } finally {
        setSaving(false);
      }
    },
    [attach, existingId, sendFile],
  );

  const retry = useCallback(
    async (id: number, code: string): Promise<void> => {
      const item = latest.current.find((candidate) => candidate.code === code);
      if (item !== undefined) await sendFile(id, item);
    },
    [sendFile],
  );

  const cancel = useCallback((code: string) => {
    controllers.current.get(code)?.abort();
  }, []);

  return { queue, put, save, saved, isSaving, retry, cancel, report, attach };
}
