import { expect, it } from 'vitest';

import { randomUuid } from './random-uuid.ts';

it('is a UUID of version 4, another one each time', () => {
  const keys = Array.from({ length: 50 }, randomUuid);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(keys).size).toBe(50);
});
