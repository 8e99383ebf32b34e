import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/http.ts';
import { emptySignUp } from '../forms/sign-up-rules.ts';
import { useRegister } from './use-register.ts';

vi.mock('../../../lib/api-client.ts', () => ({ call: vi.fn() }));
// What is sent is not the point here.
vi.mock(import('../forms/sign-up-rules.ts'), async (original) => ({
  ...(await original()),
  beneficiaryPayload: vi.fn(),
  agentPayload: vi.fn(),
}));

const server = vi.mocked(call as (id: string) => unknown);

it.each(['ben', 'par', 'men'] as const)(
  'is running from the press to the answer, makes one account, and is free again after a failure (%s)',
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
    const values = emptySignUp('particulier');
    let sending: Promise<unknown> = Promise.resolve();
    act(() => {
      sending = result.current.register(values);
      void result.current.register(values);
    });
    await waitFor(() => {
      expect(result.current.isRunning).toBe(true);
    });
    const refused = expect(sending).rejects.toThrow(ApiError);
    await act(async () => {
      fail(new ApiError(409, { code: 'EMAIL_TAKEN' }));
      await refused;
    });
    expect(result.current.isRunning).toBe(false);
    expect(server).toHaveBeenCalledTimes(1);
  },
);
