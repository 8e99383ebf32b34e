import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { signedToken } from '../../testing/token.ts';
import { seenList } from './seen-list.ts';
import { endSession, startSession } from '../session/session.ts';
import { useSeenList } from './use-seen-list.ts';

const rows = [{ number: '2026-000001', date: '02/03/2026', status: 'Nouveau', about: 'Un four' }];
const opened = () =>
  renderHook(({ read }: { read: typeof rows | undefined }) => useSeenList(read), {
    initialProps: { read: undefined as typeof rows | undefined },
  });

beforeEach(() => {
  endSession();
  localStorage.clear();
  startSession(signedToken({ sub: 'amina@example.org' }));
});

it('stores the list of the signed-in person', () => {
  opened().rerender({ read: rows });
  expect(seenList()?.rows).toEqual(rows);
});

it('stores nothing when another tab signed in another person during the load', () => {
  const page = opened();
  startSession(signedToken({ sub: 'karim@example.org' }));
  page.rerender({ read: rows });
  expect(seenList()).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('seen:'))).toEqual([]);
});
