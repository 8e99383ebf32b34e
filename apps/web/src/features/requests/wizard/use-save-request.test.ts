import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import * as apiClient from '../../../lib/http/api-client.ts';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useSaveRequest } from './use-save-request.ts';

const server = vi.spyOn(
  apiClient as { call: (id: string, input: unknown, options?: CallOptions) => unknown },
  'call',
);
const called = (id: string) => server.mock.calls.filter(([name]) => name === id).length;
const file = new File(['%PDF-1.4'], 'plan.pdf');
const input = { services: ['A'] };
const code = 'BUSINESS_PLAN';

beforeEach(() => {
  server.mockReset();
});

function savedWith(upload: (options: CallOptions) => Promise<unknown>) {
  server.mockImplementation((id, _input, options) =>
    id === 'uploadRequestDocument'
      ? upload(options ?? {})
      : Promise.resolve({ data: { id: 12, numRequest: '2026-000012' } }),
  );
  const onSaved = vi.fn();
  const hook = renderHook(() => useSaveRequest(null));
  act(() => hook.result.current.put(code, file));
  let saving: Promise<void> = Promise.resolve();
  act(() => {
    saving = hook.result.current.save(input, [code], onSaved);
  });
  return { hook, onSaved, saving };
}

it('retries a failed file without creating the request again', async () => {
  let isRefused = true;
  const { hook, onSaved, saving } = savedWith(() =>
    isRefused
      ? Promise.reject(new ApiError(0, { code: 'NETWORK' }))
      : Promise.resolve({ data: {} }),
  );
  await act(() => saving);
  expect(onSaved).toHaveBeenCalledOnce();
  expect(hook.result.current.queue[0]).toMatchObject({ status: 'failed' });
  expect(hook.result.current.isSaving).toBe(false);

  isRefused = false;
  await act(() => hook.result.current.retry(12, code));
  expect(hook.result.current.queue[0]).toMatchObject({ status: 'done' });
  expect(called('createRequest')).toBe(1);
  expect(called('uploadRequestDocument')).toBe(2);
});

it('shows the progress of a file, and cancels it', async () => {
  const { hook, saving } = savedWith(
    ({ signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        onProgress?.(0.4);
        signal?.addEventListener('abort', () => {
          reject(new DOMException('cancelled', 'AbortError'));
        });
      }),
  );
  await waitFor(() => {
    expect(hook.result.current.queue[0]).toMatchObject({ status: 'sending', progress: 0.4 });
  });
  act(() => hook.result.current.cancel(code));
  await act(() => saving);
  expect(hook.result.current.queue[0]).toMatchObject({ status: 'cancelled' });
});

it('maps the faults of a refused request to the form’s fields, and preserves the files', async () => {
  const refusal = new ApiError(400, {
    code: 'INVALID_INPUT',
    errors: [{ path: 'createRequestDto.urlVideo', code: 'youtube', message: 'non' }],
  });
  server.mockRejectedValue(refusal);
  const hook = renderHook(() => useSaveRequest(null));
  act(() => hook.result.current.put(code, file));
  await act(async () => {
    await expect(hook.result.current.save(input, [code], vi.fn())).rejects.toMatchObject({
      errors: [{ path: 'urlVideo' }],
    });
  });
  expect(hook.result.current.saved).toBeNull();
  expect(hook.result.current.queue[0]).toMatchObject({ status: 'waiting' });
});

it('attaches the report of a simulation after the request is saved, and retries after a failure', async () => {
  let isRefused = true;
  server.mockImplementation((id) =>
    id === 'attachSimulation' && isRefused
      ? Promise.reject(new ApiError(0, { code: 'NETWORK' }))
      : Promise.resolve({ data: { id: 12, numRequest: '2026-000012' } }),
  );
  const hook = renderHook(() => useSaveRequest(null));
  await act(() => hook.result.current.save(input, [], vi.fn(), 5));
  expect(hook.result.current.report).toBe('failed');
  isRefused = false;
  await act(() => hook.result.current.attach(12, 5));
  expect(hook.result.current.report).toBe('done');
  expect(called('createRequest')).toBe(1);
  expect(server).toHaveBeenLastCalledWith('attachSimulation', {
    params: { id: 12 },
    body: { simulationId: 5 },
  });
});
