import { expect, it } from 'vitest';

import { randomUuid } from './random-uuid.ts';

it('returns a different UUID of version 4 at each call', () => {
  const keys = Array.from({ length: 50 }, randomUuid);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(keys).size).toBe(50);
});
