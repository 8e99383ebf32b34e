import { afterEach, vi } from 'vitest';

// Tests outside the workspace's own run may name a PostgreSQL server themselves.
process.env.TZ = 'UTC';

// Files share a process: what a test replaced is there again for the next one.
afterEach(() => {
  vi.restoreAllMocks();
});
