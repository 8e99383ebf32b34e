import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import * as plugins from '../../plugins/index.ts';
import type { Plugins } from '../program/plugin.ts';
import { limitRows } from './rate-limits.ts';

const ofPlugins = Object.values<Plugins[string]>(plugins).flatMap(({ limits = [] }) => limits);

it('docs/operations.md prints every limit as it is', () => {
  const file = path.resolve(import.meta.dirname, '../../../../../docs/operations.md');
  const text = readFileSync(file, 'utf8');
  const [, table = ''] = /<!-- limits -->\n(.*?)<!-- \/limits -->/s.exec(text) ?? [];
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(limitRows(ofPlugins));
  expect(rows.length).toBeGreaterThan(20);
});
