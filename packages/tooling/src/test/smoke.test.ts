import fs from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from '../paths.ts';

const stories = path.join(repositoryRoot, 'apps/e2e');

const listed = fs
  .readFileSync(path.join(stories, 'smoke.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

it.each(listed)('the story %s exists', (line) => {
  const [file = '', ...titles] = line.split(' › ');
  const text = fs.readFileSync(path.join(stories, 'src', file), 'utf8');
  expect(titles).not.toEqual([]);
  expect(titles.filter((title) => !text.includes(`('${title}', `))).toEqual([]);
});
