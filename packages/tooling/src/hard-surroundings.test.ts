import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { migrationNames } from '@wasl/db/migrations-state';
import { ESLint } from 'eslint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from './paths.ts';
import { type CheckoutCopy, copyCheckout } from './testing/checkout-copy.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

/** A PATH with Node, a shell and what the shims of installed programs call: no pnpm, no turbo, no git. */
function barePath(folder: string): string {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of ['sh', 'dirname', 'sed', 'uname']) {
    const program = folders.map((one) => path.join(one, name)).find((one) => fs.existsSync(one));
    if (program !== undefined) fs.symlinkSync(program, path.join(bin, name));
  }
  return bin;
}

// It builds: how long that takes is the machine's affair.
describe(
  'in a folder with a space and an accent, an empty home and no pnpm',
  { timeout: 600_000 },
  () => {
    let copy: CheckoutCopy;
    let database: TestDatabase;
    let env: NodeJS.ProcessEnv;

    beforeAll(async () => {
      copy = copyCheckout();
      database = await createTestDatabase();
      env = { PATH: barePath(copy.home), HOME: copy.home, DATABASE_URL: database.url };
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await client.end();
    });
    afterAll(async () => {
      await database.drop();
      copy.remove();
    });

    const wasl = (...words: string[]): { code: number | null; said: string } => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['packages/tooling/bin/wasl.mjs', ...words],
        { cwd: copy.root, env, encoding: 'utf8' },
      );
      return { code: status, said: stdout + stderr };
    };

    it('applies the migrations, once', () => {
      const first = wasl('admin', 'migrate');
      expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Applied: ') });
      for (const name of migrationNames()) expect(first.said).toContain(name);
      expect(wasl('admin', 'migrate')).toEqual({
        code: 0,
        said: 'The database is at the newest migration already.\n',
      });
    });

    it('builds the server’s programs and runs them', () => {
      const { code, said } = wasl('admin', '--help');
      expect(said).toContain('agents approve <e-mail>');
      expect(code).toBe(0);
      expect(fs.existsSync(path.join(copy.root, 'apps/api/dist/server.mjs'))).toBe(true);
    });
  },
);

it('the pathname of a file’s address is not taken for its path', async () => {
  const eslint = new ESLint({
    cwd: repositoryRoot,
    overrideConfigFile: path.join(repositoryRoot, 'packages/tooling/eslint.config.mjs'),
  });
  const faultsOf = async (code: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(code, {
      filePath: path.join(repositoryRoot, 'apps/api/build.mjs'),
    });
    return (result?.messages ?? []).map(({ ruleId }) => ruleId);
  };
  expect(await faultsOf("console.log(new URL('.', import.meta.url).pathname);")).toEqual([
    'no-restricted-syntax',
  ]);
  expect(await faultsOf("console.log(new URL('https://a.ma/b').pathname);")).toEqual([]);
});
