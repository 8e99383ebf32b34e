import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { startTranslations } from '../../../i18n/index.ts';
import * as apiClient from '../../../lib/http/api-client.ts';
import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { writeDraft } from '../../../lib/drafts/draft-store.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { endSession, startSession } from '../../../lib/session/session.ts';
import { signedToken } from '../../../testing/token.ts';
import { useAccountDraft } from './use-account-draft.ts';

interface AccountDraft {
  readonly value: object;
  readonly version: number;
  readonly savedAt: string;
}
/** Draft in the account, as the mock server returns it. */
let account: AccountDraft | null;
const server = vi.spyOn(
  apiClient as {
    call: (id: string, input: { body?: { value: object; version: number | null } }) => unknown;
  },
  'call',
);
const written = (value: object, version: number): AccountDraft => ({
  value,
  version,
  savedAt: '2026-03-01T12:00:00.000Z',
});

beforeAll(async () => {
  await startTranslations();
  await i18next.loadNamespaces('wizard');
});
beforeEach(() => {
  server.mockReset();
  endSession();
  localStorage.clear();
  startSession(signedToken({ sub: 'amina@example.org' }));
  account = null;
  server.mockImplementation((id, { body }) => {
    if (id === 'getDraft') return Promise.resolve({ data: { draft: account } });
    if (id === 'deleteDraft') account = null;
    if (id !== 'saveDraft' || body === undefined) return Promise.resolve({ data: {} });
    if (account !== null && account.version !== body.version) {
      const current = { draft: account } as never;
      return Promise.reject(new ApiError(409, { code: 'DRAFT_CHANGED', current }));
    }
    account = written(body.value, (account?.version ?? 0) + 1);
    return Promise.resolve({ data: { version: account.version, savedAt: account.savedAt } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  // Unmounting flushes pending writes.
  cleanup();
});

/** A promise that the test resolves. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function opened() {
  return renderHook(() => {
    const form = useForm({ defaultValues: { need: '' } });
    return { form, draft: useAccountDraft(form, 'request', useFormDraft(form, 'request')) };
  });
}
type Opened = ReturnType<typeof opened>;
const type = (hook: Opened, need: string) => {
  act(() => hook.result.current.form.setValue('need', need, { shouldDirty: true }));
};
const onAccount = (value: object) =>
  waitFor(() => expect(account?.value).toEqual(value), { timeout: 10_000 });

it('saves the input to the account and deletes the draft after submission', async () => {
  const hook = opened();
  type(hook, 'Un four');
  await onAccount({ need: 'Un four' });
  type(hook, 'Un four à pain');
  await onAccount({ need: 'Un four à pain' });
  await act(() => hook.result.current.draft.clear());
  expect(account).toBeNull();
  expect(localStorage.length).toBe(1);
});

it('offers the draft of another device on a device without a draft', async () => {
  account = written({ need: 'du téléphone' }, 3);
  const hook = opened();
  await waitFor(() => {
    expect(hook.result.current.draft.pendingSavedAt).toBe(Date.parse(account?.savedAt ?? ''));
  });
  act(() => hook.result.current.draft.resume());
  expect(hook.result.current.form.getValues('need')).toBe('du téléphone');
  expect(hook.result.current.draft.pendingSavedAt).toBeNull();
  // A restored, unchanged draft is not saved again: it may have been submitted elsewhere meanwhile.
  hook.unmount();
  await act(() => Promise.resolve());
  expect(server.mock.calls.filter(([id]) => id === 'saveDraft')).toEqual([]);
  const again = opened();
  type(again, 'du téléphone, suite');
  await onAccount({ need: 'du téléphone, suite' });
});

it('asks when both devices have a draft, and overwrites neither before the choice', async () => {
  writeDraft('request', { need: 'd’ici' });
  account = written({ need: 'du téléphone' }, 3);
  const hook = opened();
  await waitFor(() => expect(hook.result.current.draft.device).toBeDefined());
  act(() => hook.result.current.draft.keepMine());
  expect(hook.result.current.draft.device).toBeUndefined();
  await onAccount({ need: 'd’ici' });
});

it('reports another device’s earlier save during typing', async () => {
  const hook = opened();
  type(hook, 'Un four');
  await onAccount({ need: 'Un four' });
  account = written({ need: 'du téléphone' }, 77);
  type(hook, 'Un four à pain');
  await waitFor(() => expect(hook.result.current.draft.device).toBeDefined(), { timeout: 10_000 });
  expect(account.value).toEqual({ need: 'du téléphone' });
  act(() => hook.result.current.draft.applyTheirs());
  expect(hook.result.current.form.getValues('need')).toBe('du téléphone');
});

it('shows no conflict for input that this device made offline', async () => {
  const hook = opened();
  type(hook, 'Un four');
  await onAccount({ need: 'Un four' });
  hook.unmount();
  writeDraft('request', { need: 'Un four à pain' });
  const again = opened();
  await waitFor(() => {
    expect(server.mock.calls.filter(([id]) => id === 'getDraft').length).toBeGreaterThan(1);
  });
  expect(again.result.current.draft.device).toBeUndefined();
  expect(again.result.current.draft.pendingSavedAt).not.toBeNull();
});

describe('a failed save', () => {
  const failure = (status: number) =>
    new ApiError(status, { code: status === 0 ? 'NETWORK' : 'INTERNAL' });
  const saves = () => server.mock.calls.filter(([id]) => id === 'saveDraft').length;
  /** Lets the next `saveDraft` fail. */
  const failOnce = (error: ApiError) => {
    const answers = server.getMockImplementation();
    server.mockImplementation((id, input) => {
      if (id !== 'saveDraft') return answers?.(id, input);
      if (answers !== undefined) server.mockImplementation(answers);
      return Promise.reject(error);
    });
  };

  it('is retried as soon as the device is online again', async () => {
    const hook = opened();
    failOnce(failure(0));
    type(hook, 'Un four');
    await waitFor(() => expect(saves()).toBe(1), { timeout: 10_000 });
    expect(account).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    await onAccount({ need: 'Un four' });
  });

  it('is retried later without another change', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const hook = opened();
    failOnce(failure(503));
    type(hook, 'Un four');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect([saves(), account]).toEqual([1, null]);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect([saves(), account?.value]).toEqual([2, { need: 'Un four' }]);
  });
});

it('sends the last input immediately when the page closes, also during another save', async () => {
  const hook = opened();
  const answers = server.getMockImplementation();
  const { promise, resolve } = deferred();
  server.mockImplementation(async (id, input) => {
    if (id === 'saveDraft' && JSON.stringify(input.body?.value).includes('pain'))
      return answers?.(id, input);
    if (id === 'saveDraft') await promise;
    return await answers?.(id, input);
  });
  type(hook, 'Un four');
  await waitFor(() => expect(server.mock.calls.at(-1)?.[0]).toBe('saveDraft'), { timeout: 10_000 });
  type(hook, 'Un four à pain');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await onAccount({ need: 'Un four à pain' });
  resolve();
});

it('preserves the input of this visit when it is chosen over the account’s draft', async () => {
  writeDraft('request', { need: 'd’hier' });
  const hook = opened();
  type(hook, 'd’aujourd’hui');
  account = written({ need: 'du téléphone' }, 3);
  await waitFor(() => expect(hook.result.current.draft.device).toBeDefined(), { timeout: 10_000 });
  act(() => hook.result.current.draft.keepMine());
  expect(hook.result.current.form.getValues('need')).toBe('d’aujourd’hui');
  await onAccount({ need: 'd’aujourd’hui' });
});

it('saves new input only after the deletion of the earlier draft', async () => {
  const hook = opened();
  const answers = server.getMockImplementation();
  const { promise, resolve } = deferred();
  server.mockImplementation(async (id, input) => {
    if (id === 'deleteDraft') await promise;
    return await answers?.(id, input);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => hook.result.current.draft.discard());
  type(hook, 'Un four');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(server.mock.calls.at(-1)?.[0]).toBe('deleteDraft');
  vi.useRealTimers();
  resolve();
  await onAccount({ need: 'Un four' });
});
