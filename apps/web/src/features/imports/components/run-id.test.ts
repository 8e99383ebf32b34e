import { expect, it } from 'vitest';

import { newRunId } from './run-id.ts';

it('makes ids that the contract takes, and never the same twice', () => {
  const ids = Array.from({ length: 200 }, newRunId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(200);
});
