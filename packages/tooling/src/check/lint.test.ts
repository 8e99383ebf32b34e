// @module-tag slow

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { packageCommand, runNode } from '../run.ts';

// A broken plugin, or a missing type checker, must not look like a clean result.

let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-lint-'));
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function brokenRules(name: string, content: string): Promise<string[]> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  const { output } = await runNode(packageCommand('packages/tooling', 'oxlint'), [
    '--format=json',
    file,
  ]);
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code).sort();
}

it('the pathname of a file URL is refused as a path', async () => {
  expect(
    await brokenRules('a.mjs', "console.log(new URL('.', import.meta.url).pathname);\n"),
  ).toEqual(['wasl(no-file-url-pathname)']);
  expect(await brokenRules('b.mjs', "console.log(new URL('https://a.ma/b').pathname);\n")).toEqual(
    [],
  );
});

it('replacing a module for later test files is refused', async () => {
  const replaced = [
    "import { vi } from 'vitest';",
    "vi.mock('node:fs');",
    "vi.doMock('node:os');",
    'vi.fn();',
  ].join('\n');
  expect(await brokenRules('e.mjs', replaced)).toEqual([
    'wasl(no-replaced-modules)',
    'wasl(no-replaced-modules)',
  ]);
});

it('type rules report a floating promise, a constant condition and any', async () => {
  const code = [
    'async function save(): Promise<void> { await Promise.resolve(); }',
    'export function begin(name: string): any { save(); return name ?? 1; }',
  ].join('\n');
  expect(await brokenRules('c.ts', code)).toEqual([
    'typescript(no-explicit-any)',
    'typescript(no-floating-promises)',
    'typescript(no-unnecessary-condition)',
  ]);
});

it('rules for hooks and accessibility are active', async () => {
  const code = [
    "import { useState } from 'react';",
    'export function Button({ open }: { open: boolean }) {',
    '  if (open) useState(1);',
    '  return <div onClick={() => undefined}><img src="a.png" /></div>;',
    '}',
  ].join('\n');
  expect(await brokenRules('d.tsx', code)).toEqual(
    expect.arrayContaining([
      'jsx-a11y(alt-text)',
      'jsx-a11y(click-events-have-key-events)',
      'react-hooks(rules-of-hooks)',
    ]),
  );
});

it('a function is limited to 150 lines, except in tests', async () => {
  const functionOf = (lines: number) => `export function long() {${'\n'.repeat(lines - 1)}}\n`;
  expect(await brokenRules('f.ts', functionOf(151))).toEqual(['eslint(max-lines-per-function)']);
  expect(await brokenRules('g.ts', functionOf(150))).toEqual([]);
  expect(await brokenRules('f.test.ts', functionOf(151))).toEqual([]);
});
