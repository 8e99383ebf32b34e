import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import * as apiClient from '../../../lib/http/api-client.ts';
import { ApiError } from '../../../lib/http/http.ts';
import * as signUpRules from '../forms/sign-up-rules.ts';
import { useRegister } from './use-register.ts';

// The payload is irrelevant here.
vi.spyOn(signUpRules, 'beneficiaryPayload').mockReturnValue({} as never);
vi.spyOn(signUpRules, 'agentPayload').mockReturnValue({} as never);

const server = vi.spyOn(apiClient as { call: (id: string, input: unknown) => unknown }, 'call');

it.each(['ben', 'par', 'men'] as const)(
  'is pending until the response, creates one account, and is available again after a failure (%s)',
  async (kind) => {
    let fail: (error: ApiError) => void = () => undefined;
    server.mockReset();
    server.mockReturnValue(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    const { result } = renderHook(() => useRegister(kind));
    expect(result.current.isRunning).toBe(false);
    const values = signUpRules.emptySignUp('particulier');
    let sending: Promise<unknown> = Promise.resolve();
    act(() => {
      sending = result.current.register(values);
      void result.current.register(values);
    });
    await waitFor(() => expect(result.current.isRunning).toBe(true));
    const refused = expect(sending).rejects.toThrow(ApiError);
    await act(async () => {
      fail(new ApiError(409, { code: 'EMAIL_TAKEN' }));
      await refused;
    });
    expect(result.current.isRunning).toBe(false);
    expect(server).toHaveBeenCalledTimes(1);
  },
);
