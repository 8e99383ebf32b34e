// @module-tag long

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from './paths.ts';
import { type CheckoutCopy, copyCheckout } from './testing/checkout-copy.ts';

/** A package that plugins extend, and the checks that must still pass without the plugin. */
interface Floor {
  readonly own: (name: string) => string;
  /** The files with lines of the plugin. */
  readonly lists: (name: string) => readonly string[];
  readonly isLine: (line: string, name: string) => boolean;
  readonly commands: readonly (readonly [string, string])[];
}

const folders = ['apps/api/src/plugins', 'packages/contracts/src/plugins', 'apps/web/src/plugins'];
const inFolder = (folder: string, ...commands: Floor['commands']): Floor => ({
  own: (name) => path.join(folder, name),
  lists: () => [path.join(folder, 'index.ts')],
  isLine: (line, name) => line.includes(`'./${name}/`),
  commands,
});

const generated = 'prisma/src/generated';
const schema = 'prisma/schema';
const schemaOf = (name: string): string => `${schema}/${name}.prisma`;
const read = (file: string): string => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

const floors: readonly Floor[] = [
  {
    own: schemaOf,
    lists: (name) =>
      fs
        .readdirSync(path.join(repositoryRoot, schema))
        .map((file) => `${schema}/${file}`)
        .filter((file) => file !== schemaOf(name)),
    // Prisma wants both ends of a relation: those with a model of the plugin as their type.
    isLine: (line, name) =>
      read(schemaOf(name)).includes(`model ${/^ {2}\w+ +(\w+)/.exec(line)?.[1] ?? '-'} {`),
    commands: [['prisma', 'node_modules/prisma/build/index.js generate']],
  },
  inFolder(
    'apps/api/src/plugins',
    ['apps/api', 'node_modules/typescript-7/bin/tsc --noEmit --incremental'],
    ['apps/api', 'build.mjs'],
  ),
  inFolder('packages/contracts/src/plugins', [
    'packages/contracts',
    'node_modules/typescript/bin/tsc --noEmit',
  ]),
  inFolder(
    'apps/web/src/plugins',
    ['apps/web', 'node_modules/typescript/bin/tsc --noEmit'],
    ['apps/web', 'node_modules/vite/bin/vite.js build'],
  ),
];

const names = new Set(
  folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
);

// Each run checks types and builds, so the machine decides on the duration.
describe('a copy of the checkout', { timeout: 600_000 }, () => {
  let copy: CheckoutCopy;
  const putBack = (what: string): void =>
    fs.cpSync(path.join(repositoryRoot, what), path.join(copy.root, what), { recursive: true });
  /** PATH with the programs of a package first: Prisma starts its generators by name. */
  const pathAt = (at: string): string =>
    [path.join(copy.root, at, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  beforeAll(() => {
    copy = copyCheckout();
    putBack(generated);
  }, 120_000);
  afterAll(() => copy.remove());

  /** Deletes what the plugin has on a floor, and its lines. */
  const deletePlugin = ({ own, lists, isLine }: Floor, name: string): void => {
    let deleted = 0;
    for (const list of lists(name)) {
      const lines = read(list).split('\n');
      const others = lines.filter((line) => !isLine(line, name));
      deleted += lines.length - others.length;
      fs.writeFileSync(path.join(copy.root, list), others.join('\n'));
    }
    expect(deleted, `lines for ${own(name)}`).toBeGreaterThan(0);
    fs.rmSync(path.join(copy.root, own(name)), { recursive: true });
  };

  it.each([...names])('has valid types and builds without the plugin %s', (name) => {
    const concerned = floors.filter(({ own }) =>
      fs.existsSync(path.join(repositoryRoot, own(name))),
    );
    try {
      for (const floor of concerned) deletePlugin(floor, name);
      for (const [at, command] of concerned.flatMap(({ commands }) => commands)) {
        const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), {
          cwd: path.join(copy.root, at),
          encoding: 'utf8',
          // Vitest's own NODE_ENV would build the client with React's development code.
          env: { ...process.env, PATH: pathAt(at), NODE_ENV: 'production' },
        });
        expect(status, `${at}: ${command}\n${stdout}${stderr}`).toBe(0);
      }
    } finally {
      for (const { own, lists } of concerned) [own(name), ...lists(name)].forEach(putBack);
      putBack(generated);
    }
  });
});
