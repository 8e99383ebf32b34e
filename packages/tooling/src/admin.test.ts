// @module-tag slow

import { spawnSync } from 'node:child_process';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { migrate } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { packageCommand } from './run.ts';
import { createTestDatabase, queryRows, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
});
afterAll(async () => {
  await database.drop();
});

const items = async () =>
  (await queryRows<{ count: number }>(database.url, 'SELECT count(*)::int FROM reference_items'))[0]
    ?.count;
const surroundings = () => ({
  ...process.env,
  DATABASE_URL: database.url,
  NODE_ENV: 'development',
});

it('npm refuses to seed when it consumes an option, and "prisma db seed" seeds', async () => {
  const swallowed = spawnSync('npm', ['run', '--silent', 'admin', 'seed', '--dry-run'], {
    cwd: repositoryRoot,
    env: surroundings(),
    encoding: 'utf8',
  });
  expect(swallowed.stderr).toContain('npm run admin -- seed --dry-run');
  expect(swallowed.status).toBe(2);
  expect(await items()).toBe(0);

  const seeded = spawnSync(process.execPath, [packageCommand('prisma', 'prisma'), 'db', 'seed'], {
    cwd: repositoryRoot,
    env: surroundings(),
    encoding: 'utf8',
  });
  expect(seeded.status, seeded.stdout + seeded.stderr).toBe(0);
  expect(await items()).toBeGreaterThan(500);
});
