import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { findSeedFolder } from './index.ts';
import { jsonByEntry } from './json-by-entry.ts';

it('formats each of the seed’s files unchanged, byte for byte', () => {
  const folder = findSeedFolder(undefined);
  const files = ['reference', 'demo']
    .flatMap((part) =>
      readdirSync(path.join(folder, part), { recursive: true, withFileTypes: true }),
    )
    .filter((file) => file.name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(40);
  for (const { parentPath, name } of files) {
    const text = readFileSync(path.join(parentPath, name), 'utf8');
    expect(`${jsonByEntry(JSON.parse(text))}\n`, name).toBe(text);
  }
});

it('omits undefined members, and writes empty values on one line', () => {
  expect(jsonByEntry({ a: undefined, b: [], c: {}, d: null })).toBe(
    '{\n  "b": [],\n  "c": {},\n  "d": null\n}',
  );
});
