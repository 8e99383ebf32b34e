// @module-tag slow

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from './paths.ts';
import { type CheckoutCopy, copyCheckout } from './testing/checkout-copy.ts';

/** Where plugins may have a folder, and what must still succeed in a package of the copy without it. */
const floors: readonly { folder: string; commands: readonly (readonly [string, string])[] }[] = [
  {
    folder: 'apps/api/src/plugins',
    commands: [
      ['apps/api', 'node_modules/typescript-7/bin/tsc --noEmit --incremental'],
      ['apps/api', 'build.mjs'],
    ],
  },
];

const hasFolder = (folder: string, name: string): boolean =>
  fs.existsSync(path.join(repositoryRoot, folder, name));

const names = new Set(
  floors.flatMap(({ folder }) =>
    fs
      .readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
);

// Each run checks types and builds: the machine decides how long that takes.
describe('a copy of the checkout', { timeout: 600_000 }, () => {
  let copy: CheckoutCopy;
  beforeAll(() => {
    copy = copyCheckout();
    const generated = 'prisma/src/generated';
    fs.cpSync(path.join(repositoryRoot, generated), path.join(copy.root, generated), {
      recursive: true,
    });
  }, 120_000);
  afterAll(() => copy.remove());

  /** Deletes the plugin's folder and its line. @returns puts them back */
  const deletePlugin = (folder: string, name: string): (() => void) => {
    const own = path.join(copy.root, folder, name);
    const list = path.join(copy.root, folder, 'index.ts');
    const before = fs.readFileSync(list, 'utf8');
    const lines = before.split('\n');
    const others = lines.filter((line) => !line.includes(`'./${name}/`));
    expect(others, `${list} has one line for ${name}`).toHaveLength(lines.length - 1);
    fs.rmSync(own, { recursive: true });
    fs.writeFileSync(list, others.join('\n'));
    return () => {
      fs.cpSync(path.join(repositoryRoot, folder, name), own, { recursive: true });
      fs.writeFileSync(list, before);
    };
  };

  it.each([...names])('has right types and builds without the plugin %s', (name) => {
    const concerned = floors.filter(({ folder }) => hasFolder(folder, name));
    const putBack = concerned.map(({ folder }) => deletePlugin(folder, name));
    for (const [at, command] of concerned.flatMap(({ commands }) => commands)) {
      const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), {
        cwd: path.join(copy.root, at),
        encoding: 'utf8',
      });
      expect(status, `${at}: ${command}\n${stdout}${stderr}`).toBe(0);
    }
    for (const restore of putBack) restore();
  });
});
