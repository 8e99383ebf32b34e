import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { runAdmin } from '../admin.ts';
import { UserError } from '../user-error.ts';
import { openDatabase } from './database.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-none-'));
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', path.join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

it('creates no database for a command that requires an existing one', async () => {
  await expect(openDatabase('visit')).rejects.toThrow(UserError);
  await expect(openDatabase('visit')).rejects.toThrow(/There is no database: DATABASE_URL/);
  expect(fs.existsSync(path.join(folder, 'data'))).toBe(false);
  fs.mkdirSync(path.join(folder, 'data'));
  await expect(openDatabase('visit')).rejects.toThrow(UserError);
  expect(fs.readdirSync(path.join(folder, 'data'))).toEqual([]);
});

it(
  'prints its address and returns while another copy serves from it',
  { timeout: 120_000 },
  async () => {
    const served = await openDatabase('own');
    const lines: unknown[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const never = new AbortController().signal;
      expect(await runAdmin(['db', 'url'], { asked: never, hurried: never })).toBe(0);
      expect(lines).toEqual([served.ownerUrl]);
      // The command leaves PostgreSQL running.
      const visit = await openDatabase('visit');
      expect(visit.isServed).toBe(true);
      await visit.close();
    } finally {
      vi.restoreAllMocks();
      await served.close();
    }
  },
);
