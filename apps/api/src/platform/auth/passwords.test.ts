import bcrypt from 'bcrypt';
import { afterEach, expect, it, vi } from 'vitest';

import { passwords } from './passwords.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

// The time itself is at the mercy of the machine; what is compared, and at what cost, is not.
it('works as hard for an unknown account as for a wrong password (S05)', async () => {
  const { hash, matches } = passwords(5);
  const stored = await hash('Rif#Montagne26');
  const compare = vi.spyOn(bcrypt, 'compare');
  const work = async (password: string, against: string | null) => {
    compare.mockClear();
    expect(await matches(password, against)).toBe(false);
    return compare.mock.calls.map(([, with_]) => bcrypt.getRounds(with_));
  };
  for (const password of ['Wrong#Password1', '', 'x'.repeat(100), 'a\0b']) {
    expect(await work(password, stored)).toEqual([5]);
    expect(await work(password, null)).toEqual([5]);
  }
});
