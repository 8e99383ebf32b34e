import fs from 'node:fs';
import path from 'node:path';

import { createFilter } from 'vite';
import { expect, it } from 'vitest';

import parts from '../mutation/parts.json' with { type: 'json' };
import { repositoryRoot } from './paths.ts';

const patterns = Object.entries(parts).flatMap(([name, { folder, mutate }]) =>
  mutate.filter((one) => !one.startsWith('!')).map((one) => [name, folder, one] as const),
);

// Stryker takes one comma-separated list, so `{a,b}.ts` would become two names without a file.
it.each(patterns)('part %s in %s matches files with %s', (_part, folder, pattern) => {
  expect(pattern).not.toContain(',');
  const source = path.join(repositoryRoot, folder, 'src');
  const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' });
  const isMeant = createFilter(pattern, null, { resolve: false });
  const meant = files.filter((file) => isMeant(`src/${file.replaceAll(path.sep, '/')}`));
  expect(meant).not.toEqual([]);
});
