import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { claimFaults, readClaims, titlesIn } from './claims.ts';

describe('readClaims', () => {
  it('finds paths of the checkout and the titles quoted after them, with their line', () => {
    const text = [
      '| Rule | File | Test |',
      '| --- | --- | --- |',
      '| A | `apps/a.ts`, `GET /x` | `apps/a.test.ts` "one", "two" `apps/b.test.ts` "a \\| b" |',
      'A "word" without a path, `NOUVEAU`, and `docs/x.md`.',
    ].join('\n');
    expect(readClaims(text)).toEqual([
      { line: 3, path: 'apps/a.ts', titles: [] },
      { line: 3, path: 'apps/a.test.ts', titles: ['one', 'two'] },
      { line: 3, path: 'apps/b.test.ts', titles: ['a | b'] },
      { line: 4, path: 'docs/x.md', titles: [] },
    ]);
  });
});

describe('titlesIn', () => {
  it('finds tests, groups, tables and steps, as they are written', () => {
    const code = `
      describe('a group', () => {
        it('a test', () => {});
        it.each([1])('case %s', () => {});
      });
      test.describe('a story', () => test('told', async () => { await test.step('a step', f); }));
      for (const lang of ['fr']) test(\`in \${lang}\`, f);
      expect('not a title');
    `;
    expect([...titlesIn(code, 'x.test.ts')].sort()).toEqual(
      ['a group', 'a story', 'a step', 'a test', 'case %s', 'in ${lang}', 'told'].sort(),
    );
  });
});

describe('claimFaults', () => {
  let root: string;
  beforeAll(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-claims-'));
    fs.mkdirSync(path.join(root, 'apps'));
    fs.mkdirSync(path.join(root, 'docs'));
    fs.writeFileSync(path.join(root, 'apps/a.ts'), '');
    fs.writeFileSync(path.join(root, 'apps/a.test.ts'), `it('adds', () => undefined);`);
  });
  afterAll(() => {
    fs.rmSync(root, { recursive: true });
  });

  it.each([
    ['nothing where all is there', '`apps/a.ts` `apps/a.test.ts` "adds"', []],
    ['a file that is gone', '`apps/b.ts`', ['docs/x.md:1: apps/b.ts is not there']],
    [
      'a test that is gone',
      '`apps/a.test.ts` "adds", "subtracts"',
      ['docs/x.md:1: apps/a.test.ts has no test "subtracts"'],
    ],
    [
      'a title quoted of no test file',
      '`apps/a.ts` "adds"',
      ['docs/x.md:1: apps/a.ts is no test file'],
    ],
  ])('reports %s', (_what, text, faults) => {
    fs.writeFileSync(path.join(root, 'docs/x.md'), text);
    expect(claimFaults(root, 'docs/x.md')).toEqual(faults);
  });
});
