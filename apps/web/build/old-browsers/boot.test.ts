import { parse } from 'acorn';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('boot.js can be read by browsers that are too old for the rest', () => {
  const code = fs.readFileSync(path.resolve(import.meta.dirname, '../../public/boot.js'), 'utf8');
  expect(() => parse(code, { ecmaVersion: 5 })).not.toThrow();
});
