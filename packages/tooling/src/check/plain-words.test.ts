import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  commentsOf,
  hardToRead,
  passagesOf,
  plainWordFaults,
  summariesOf,
  titlesOf,
} from './plain-words.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('a passage', () => {
  it('can have sentences of at most 25 words', () => {
    expect(hardToRead(`${words(25)}. ${words(25)}.`)).toEqual([]);
    expect(hardToRead(`${words(3)}. ${words(26)}.`)).toEqual(['a sentence of 26 words']);
  });

  it('avoids the listed words, except in code and link names', () => {
    expect(hardToRead('Whoever signs in waits for their turn.')).toEqual([
      '“turn”: write lock, slot, queue',
      '“Whoever”: write each, any, the caller, the user',
    ]);
    expect(hardToRead('Calls `kept(db)` and {@link told}; returns at the return.')).toEqual([]);
  });
});

describe('the passages of a file', () => {
  it('include its comments in any form, but no strings', () => {
    const source = [
      '// One line',
      '// and its second.',
      "const address = 'https://example.org'; // trailing",
      '/** A docstring. */',
      'const a = 1;',
      '/**',
      ' * Two lines',
      ' * of another.',
      ' */',
      '{/* In JSX. */}',
    ].join('\n');
    expect(commentsOf(source)).toMatchObject([
      { line: 1, text: 'One line and its second.' },
      { line: 3, text: 'trailing' },
      { line: 4, text: 'A docstring.' },
      { line: 6, text: expect.stringContaining('Two lines of another.') as string },
      { line: 10, text: 'In JSX.' },
    ]);
  });

  it('include the titles of its tests', () => {
    const source = [
      "it('opens', () => {});",
      'test.each([made(1)])(',
      '  `closes %s`,',
      '  () => {});',
      "it('is the agent\\'s', () => {});",
      "split('no title', 1);",
    ].join('\n');
    expect(titlesOf(source)).toEqual([
      { line: 1, text: 'opens' },
      { line: 2, text: 'closes %s' },
      { line: 5, text: "is the agent\\'s" },
    ]);
  });

  it('include the summaries of its calls', () => {
    expect(summariesOf("list: {\n  summary:\n    'The requests, newest first',\n}")).toEqual([
      { line: 2, text: 'The requests, newest first' },
    ]);
  });

  it('include the paragraphs, items and cells of a document, without its code', () => {
    const document = [
      '# Title',
      '',
      'One',
      'paragraph.',
      '- item',
      '| a | b |',
      '```',
      'code',
      '```',
    ];
    expect(
      passagesOf(document.join('\n'))
        .map(({ text }) => text.trim())
        .filter(Boolean),
    ).toEqual(['# Title', 'One paragraph.', '- item', 'a', 'b']);
  });
});

it('reports each hard passage of a checkout, and a number that can be lowered', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-words-'));
  for (const folder of ['apps', 'packages/contracts/src', 'prisma', 'docs', '.docker'])
    fs.mkdirSync(path.join(root, folder), { recursive: true });
  fs.writeFileSync(path.join(root, 'apps/a.ts'), '// Nobody waits.\n');
  const call = 'it';
  fs.writeFileSync(path.join(root, 'apps/a.test.ts'), `${call}('is told', () => {});\n`);
  fs.writeFileSync(path.join(root, 'docs/b.md'), 'Told anew.\n');
  fs.writeFileSync(path.join(root, 'README.md'), 'Plain.\n');
  fs.writeFileSync(path.join(root, 'CHANGELOG.md'), 'Anew.\n');
  fs.writeFileSync(path.join(root, '.docker/serve.sh'), '#!/bin/sh\n# Kept.\necho "# told"\n');
  fs.writeFileSync(path.join(root, 'packages/contracts/src/a.ts'), "summary: 'Own mends',\n");
  const faults = (unfinished: Record<string, number>) => plainWordFaults(root, unfinished);
  const title = 'apps/a.test.ts:1: “told”: write log, notify, return';
  const comment = 'apps/a.ts:1: “Nobody”: write no user, no agent, “is not …”';
  const elsewhere = [
    'packages/contracts/src/a.ts:1: “mends”: write fix, error, issue',
    '.docker/serve.sh:2: “Kept”: write cached, stored, locked',
    'CHANGELOG.md:1: “Anew”: write again',
  ];
  expect(faults({ 'docs/b.md': 2 })).toEqual([title, comment, ...elsewhere]);
  expect(faults({ 'docs/b.md': 3 })).toContain(
    'docs/b.md: 2 hard passages are left: lower its number (3)',
  );
  expect(faults({})).toHaveLength(7);
  fs.rmSync(root, { recursive: true });
});
