import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useAddressDraft } from './use-address-draft.ts';

const start = (value: string) =>
  renderHook(({ value }) => useAddressDraft(value), { initialProps: { value } });

test('text that is typed during an address update is preserved', () => {
  const { result, rerender } = start('');
  act(() => result.current.sent('first'));
  act(() => result.current.edit('second'));
  rerender({ value: 'first' });
  expect(result.current.draft).toBe('second');
});

test('the second of two consecutively sent texts is preserved', () => {
  const { result, rerender } = start('');
  act(() => result.current.sent('first'));
  act(() => result.current.sent('second'));
  rerender({ value: 'first' });
  rerender({ value: 'second' });
  expect(result.current.draft).toBe('second');
});

test('the draft follows Back, also to a text that was sent before', () => {
  const { result, rerender } = start('');
  act(() => result.current.sent('first'));
  act(() => result.current.sent('second'));
  // The browser skipped the first.
  rerender({ value: 'second' });
  rerender({ value: 'first' });
  expect(result.current.draft).toBe('first');
  act(() => result.current.sent('first'));
  rerender({ value: '' });
  expect(result.current.draft).toBe('');
  rerender({ value: 'first' });
  expect(result.current.draft).toBe('first');
});
