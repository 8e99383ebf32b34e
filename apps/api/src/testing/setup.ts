import { afterEach, vi } from 'vitest';

// Runs outside the workspace's own command may name a PostgreSQL server.
process.env.TZ = 'UTC';

// Files share a process, so mocks are restored for the next one.
afterEach(() => {
  vi.restoreAllMocks();
});
